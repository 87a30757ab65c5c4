/** What readers of this package's examples have, for `scripts/check-examples.ts`. */
import type { Endpoint } from '@portage/rpc';

export declare const endpoints: readonly Endpoint[];
