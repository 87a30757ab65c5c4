/** Values that the examples of this package assume, for `scripts/check-examples.ts`. */
import type { RpcRequest } from '@portage/testing';

/** Provider that wallets put into pages. */
export declare const ethereum: { readonly request: RpcRequest };
