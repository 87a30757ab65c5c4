import type { Chains, PriceSource } from '@portage/core/chain';
import type { CommitTimes } from '@portage/database';
import type { Settlement } from '@portage/settlement';
import type { ClockWatch } from '../clock/clockWatch.js';
import type { FillTimes } from './createFillTimes.js';
import type { StandingTransactions } from './createStandingTransactions.js';

/** Part of settlement that the metrics read. */
export interface MetricsStore extends Pick<Settlement, 'query'> {
  readonly ledger: Pick<Settlement['ledger'], 'audit'>;
}

/** Sources of the metrics. */
export interface MetricsOptions {
  readonly chains: Chains;
  readonly prices: PriceSource;
  /** The clock of the process; by default it is held against nothing. */
  readonly clock?: ClockWatch | undefined;
  readonly store: MetricsStore;
  /** Version of the service. */
  readonly version: string;
  /** Times of the fills of this process; absent where it makes none. */
  readonly fills?: FillTimes | undefined;
  /** Transactions of this process that keep a fee which blocks pass over. */
  readonly standing?: StandingTransactions | undefined;
  /** Times of the process's durable commits; none are shown without. */
  readonly commits?: Pick<CommitTimes, 'observe'> | undefined;
  /** Number of open status streams. */
  readonly streams: () => number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Called when a database read failed. */
  readonly onError: (error: unknown) => void;
}
