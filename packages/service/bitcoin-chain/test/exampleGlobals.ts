/** Values that the example of the README uses. */
import type { bitcoin } from '../src/index.js';

export declare const settings: Parameters<typeof bitcoin.prepare>[0];
export declare const environment: Parameters<ReturnType<typeof bitcoin.prepare>['open']>[0];
