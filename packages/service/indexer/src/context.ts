import type { Money, Observed, Clock } from '@portage/core';
import type { Chains } from '@portage/core/chain';
import type { Leases, Log } from '@portage/database';
import type { Settlement } from '@portage/settlement';
import type { LateEvents } from './createLateEvents.js';

/**
 * Points at which a test or an operator may kill the process; their order is that of a deposit's
 * life.
 */
export const indexerFailpoints = ['deposit-seen'] as const;

/** A process among those that may follow the same chains. */
export interface Follower {
  readonly leases: Leases;
  /** Name of the process; a restarted one with the same name goes on at once. */
  readonly name: string;
}

/** Parts that indexing works with. */
export interface IndexerOptions {
  readonly chains: Chains;
  readonly settlement: Settlement;
  /** Price of an asset by its id, from memory. */
  readonly prices: (assetId: string) => Observed<Money.Price> | undefined;
  readonly clock: Clock;
  readonly log: Log;
  /** Name of this process and the leases of chains; without it no other process follows any. */
  readonly follower?: Follower | undefined;
  /** Ids of the chains that this process may follow. Default: all. */
  readonly assigned?: ReadonlySet<number> | undefined;
  /** Called with the name of each point of {@link indexerFailpoints}. */
  readonly failpoint?: ((name: string) => void) | undefined;
}

/** Parts that following one chain works with. */
export interface FollowOptions extends IndexerOptions {
  /** Events of blocks that were applied before, which are still to be taken in. */
  readonly late?: LateEvents | undefined;
}
