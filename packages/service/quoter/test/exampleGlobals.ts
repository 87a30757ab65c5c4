/** Values that the example of the README uses. */
import type { createQuoter } from '../src/index.js';

type Parts = Parameters<typeof createQuoter>[0];

export declare const chains: Parts['chains'];
export declare const store: Parts['store'];
export declare const signer: Parts['signer'];
export declare const randomBytes: Parts['randomBytes'];
