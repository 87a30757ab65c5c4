/** Values that this package's examples use, for `scripts/check-examples.ts`. */
import type { QuoteBody } from '@portage/core';
import type { SolanaWallet } from '@portage/solana';
import type { KitSigner, StandardAccount, StandardWallet } from '@portage/solana/kit';
import type {
  DepositoryAddresses,
  LimitTerms,
  OutflowLimit,
  TestPool,
  TransferRequest,
} from '@portage/solana/program';

export declare const account: { readonly data: Uint8Array };
export declare const address: string;
export declare const addresses: DepositoryAddresses;
export declare const allocator: string;
export declare const allocatorKey: Uint8Array;
export declare const authority: string;
export declare const blockhash: string;
export declare const connected: StandardWallet;
export declare const data: Uint8Array;
export declare const deadline: bigint;
export declare const defaultLimit: LimitTerms;
export declare const limit: OutflowLimit;
export declare const depositor: string;
export declare const depository: string;
export declare const destination: string;
export declare const executor: string;
export declare const filler: string;
export declare const guardian: string;
export declare const instruction: {
  readonly programId: string;
  readonly keys: readonly {
    readonly pubkey: string;
    readonly isSigner: boolean;
    readonly isWritable: boolean;
  }[];
  readonly data: Uint8Array;
};
export declare const instructions: readonly (typeof instruction)[];
export declare const memo: string;
export declare const mint: string;
export declare const mintIn: string;
export declare const nonce: string;
export declare const order: string;
export declare const orderId: string;
export declare const owner: string;
export declare const payer: string;
export declare const pool: TestPool;
export declare const program: string;
export declare const recipient: string;
export declare const request: TransferRequest & QuoteBody;
export declare const root: string;
export declare const signature: Uint8Array;
export declare const signedBytes: Uint8Array;
export declare const solver: string;
export declare const source: string;
export declare const transaction: { readonly meta: { readonly logMessages: readonly string[] } };
export declare const usdc: string;
export declare const wallet: SolanaWallet;
export { ed25519 } from '@noble/curves/ed25519';
export { Connection, Keypair } from '@solana/web3.js';
export declare const shown: StandardAccount;
export declare const signer: KitSigner;
