/** Values that the example of the README uses. */
import type { solana } from '../src/index.js';

type Environment = Parameters<ReturnType<typeof solana.prepare>['open']>[0];

export declare const depository: string;
export declare const filler: string;
export declare const clock: Environment['clock'];
export declare const log: Environment['log'];
export declare const solver: Environment['keys'][string];
export declare const allocator: Environment['keys'][string];
