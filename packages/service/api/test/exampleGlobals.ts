/** Values that the example of the README uses. */
import type { ServerOptions } from '../src/index.js';

export declare const chains: ServerOptions['chains'];
export declare const quoter: ServerOptions['quoter'];
export declare const prices: ServerOptions['prices'];
export declare const policy: ServerOptions['policy'];
export declare const store: ServerOptions['store'];
export declare const indexer: ServerOptions['indexer'];
export declare const log: ServerOptions['log'];
