/** Values that the example of the README uses. */
import type { exchange } from '../src/index.js';

export declare const settings: Parameters<typeof exchange.prepare>[0];
export declare const environment: Parameters<ReturnType<typeof exchange.prepare>['open']>[0];
