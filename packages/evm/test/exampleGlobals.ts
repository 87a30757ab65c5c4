/** Values that the examples of this package assume, for `scripts/check-examples.ts`. */
import type { GaslessDelegate, WagmiConfig } from '@portage/evm';
import type { Permit, Plan, Withdrawal } from '@portage/evm/contracts';
import type { EIP1193Provider, LocalAccount, PublicClient } from 'viem';

export declare const account: LocalAccount;
/** Configuration of wagmi. */
export declare const config: WagmiConfig;
export declare const delegate: GaslessDelegate;
export declare const depository: string;
export declare const filler: string;
/** Provider that wallets put into pages. */
export declare const ethereum: EIP1193Provider;
export declare const read: PublicClient;
export { keccak_256 } from '@noble/hashes/sha3';

export declare const approvalProxy: string;
export declare const currency: string;
export declare const depositor: string;
export declare const factory: string;
export declare const orderId: string;
export declare const permit: Permit;
export declare const plan: Plan;
export declare const router: string;
export declare const verifyingContract: string;
export declare const withdrawal: Withdrawal;
