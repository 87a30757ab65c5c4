/** What readers of this package's examples have, for `scripts/check-examples.ts`. */
import type { GaslessDelegate } from '@portage/evm';
import type { EvmChainConfig } from '@portage/evm/service';
import type { EIP1193Provider, LocalAccount, PublicClient } from 'viem';

export declare const account: LocalAccount;
export declare const config: EvmChainConfig;
export declare const delegate: GaslessDelegate;
export declare const depository: string;
export declare const filler: string;
/** What wallets put into pages. */
export declare const ethereum: EIP1193Provider;
export declare const read: PublicClient;
export declare const secrets: { readonly solverKey: string; readonly allocatorKey: string };
export { keccak_256 } from '@noble/hashes/sha3';
