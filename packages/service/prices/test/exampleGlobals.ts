/** Values that the example of the README uses. */
import type { createPriceBook } from '../src/index.js';

type Book = Parameters<typeof createPriceBook>[0];

export declare const url: string;
export declare const log: Book['log'];
export declare const pool: Parameters<typeof createPriceBook>[0]['assets'][string]['primary'];
export declare const limits: Book['limits'];
