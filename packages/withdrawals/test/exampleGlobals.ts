/** Values that this package's examples use, for `scripts/check-examples.ts`. */
import type { WithdrawalMessage, WithdrawalTerms } from '@portage/withdrawals';

export declare const jobId: string;
export declare const message: WithdrawalMessage;
export declare const signature: string;
export declare const terms: WithdrawalTerms;
export declare const usdc: string;
