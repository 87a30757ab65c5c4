/** Names that this package's examples use, for `scripts/check-examples.ts`. */
type Hex = `0x${string}`;

/** Viem account or wallet, as far as the examples use it. */
interface Wallet {
  signTypedData(parameters: {
    readonly domain: object;
    readonly types: object;
    readonly primaryType: string;
    readonly message: object;
  }): Promise<Hex>;
  writeContract(parameters: {
    readonly address: Hex;
    readonly abi: readonly object[];
    readonly functionName: string;
    readonly args: readonly unknown[];
  }): Promise<Hex>;
}

export declare const allocator: Wallet;
export declare const amount: bigint;
export declare const approvalProxy: Hex;
export declare const dataAddress: Uint8Array;
export declare const depositor: Hex;
export declare const depository: Hex;
export declare const expiry: bigint;
export declare const id: Hex;
export declare const nonce: bigint;
export declare const orderId: Hex;
export declare const owner: Hex;
export declare const plan: object;
export declare const to: Hex;
export declare const token: Hex;
export declare const upgradeAuthority: Uint8Array;
export declare const wallet: Wallet;
