/** Values that the example of the README uses. */
import type { createIndexer } from '../src/index.js';

type Parts = Parameters<typeof createIndexer>[0];

export declare const chains: Parts['chains'];
export declare const settlement: Parts['settlement'];
export declare const prices: Parts['prices'];
export declare const log: Parts['log'];
export declare const txId: string;
