import type { ChainEvent } from '@portage/core/chain';

/** A depositor asked the depository for its money back. */
export type ReclaimRequestEvent = Extract<ChainEvent, { readonly type: 'reclaimRequest' }>;

/** A depositor took its money out of the depository. */
export type ReclaimEvent = Extract<ChainEvent, { readonly type: 'reclaim' }>;
