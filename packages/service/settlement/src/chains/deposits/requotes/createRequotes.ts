import type { SettlementContext } from '../../../books/context.js';
import type { Job } from '../../../kit/jobs/createJobs.js';
import { requoteKind } from '../../../kit/jobs/requoteJob.js';
import { applyRequote, type DecideRequote } from './applyRequote.js';

/** The process that takes work, and how much of it. */
export interface TakeRequotesOptions {
  readonly limit: number;
  /** Name of the process among the workers of the database. */
  readonly worker: string;
  readonly leaseSeconds: number;
}

/** A requote that could not be decided. */
export interface PostponedRequote {
  readonly delayMs: number;
  readonly error: string;
}

/** Deposits of open addresses that are to be quoted at the prices of now. */
export interface Requotes {
  /** Takes due ones, oldest first; another worker gets them when the lease ends. */
  take(options: TakeRequotesOptions): Promise<readonly Job[]>;
  /** Has a deposit quoted and writes what follows, in one transaction. */
  apply(job: Job, decide: DecideRequote): Promise<void>;
  /** Gives one back, to be taken again after a while. */
  postpone(job: Job, options: PostponedRequote): Promise<void>;
  /** Calls `listener` whenever some may be due; the returned function ends it. */
  onDue(listener: () => void): () => void;
}

/** Makes the verbs of requotes. */
export function createRequotes(
  settlement: Pick<SettlementContext, 'transaction' | 'ledger' | 'hub' | 'jobs'>,
): Requotes {
  const { jobs } = settlement;
  return {
    take: (options) => jobs.take({ kind: requoteKind, ...options }),
    apply: (job, decide) => applyRequote(settlement, job, decide),
    postpone: (job, options) => jobs.retry([job.id], options),
    onDue: (listener) => jobs.onAdded({ kind: requoteKind }, listener),
  };
}
