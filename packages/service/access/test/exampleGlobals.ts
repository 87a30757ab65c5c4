/** Values that the example of the README uses. */
import type { createAccess, openAccessRecords } from '../src/index.js';

type Access = ReturnType<typeof createAccess>;

export declare const database: Parameters<typeof openAccessRecords>[0];
export declare const log: Parameters<typeof createAccess>[1]['log'];
export declare const header: Parameters<Access['identify']>[0];
export declare const takeOfAddress: Parameters<Access['identify']>[1];
