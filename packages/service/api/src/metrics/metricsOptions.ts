import type { Chains, PriceSource } from '@portage/core/chain';
import type { CommitTimes } from '@portage/database';
import type { Settlement } from '@portage/settlement';

/** Part of settlement that the metrics read. */
export interface MetricsStore extends Pick<Settlement, 'query'> {
  readonly ledger: Pick<Settlement['ledger'], 'audit'>;
}

/** Sources of the metrics. */
export interface MetricsOptions {
  readonly chains: Chains;
  readonly prices: PriceSource;
  readonly store: MetricsStore;
  /** Times of the process's durable commits; none are shown without. */
  readonly commits?: Pick<CommitTimes, 'observe'> | undefined;
  /** Number of open status streams. */
  readonly streams: () => number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Called when a database read failed. */
  readonly onError: (error: unknown) => void;
}
