/** Values that the example of the README uses. */
import type { createSettlement, Settlement } from '../src/index.js';

type Reserve = Parameters<Settlement['payouts']['reserve']>;

export declare const database: Parameters<typeof createSettlement>[0];
export declare const log: NonNullable<Parameters<typeof createSettlement>[1]>['log'];
export declare const id: string;
export declare const signing: Reserve[1];
export declare const decided: Reserve[2];
