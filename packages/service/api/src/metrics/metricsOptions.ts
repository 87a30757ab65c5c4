import type { Chains, PriceSource } from '@portage/core';
import type { Settlement } from '@portage/settlement';

/** What the numbers need of the store. */
export interface MetricsStore extends Pick<Settlement, 'query'> {
  readonly ledger: Pick<Settlement['ledger'], 'audit'>;
}

/** What the numbers are about. */
export interface MetricsOptions {
  readonly chains: Chains;
  readonly prices: PriceSource;
  readonly store: MetricsStore;
  /** Open status streams. */
  readonly streams: () => number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Told when a look into the database failed. */
  readonly onError: (error: unknown) => void;
}
