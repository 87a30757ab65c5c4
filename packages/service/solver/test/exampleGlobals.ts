/** Values that the example of the README uses. */
import type { createSolver } from '../src/index.js';

type Parts = Parameters<typeof createSolver>[0];

export declare const chains: Parts['chains'];
export declare const settlement: Parts['settlement'];
export declare const leases: Parts['leases'];
export declare const prices: Parts['prices'];
export declare const log: Parts['log'];
