import type { Transaction } from '@portage/database';

/** A taken job that is due again later. */
export interface PostponedJob {
  readonly jobId: number;
  readonly delayMs: number;
  readonly reason: string;
  /** It was tried and failed, which is counted; by default it only waits. */
  readonly isFailure?: boolean | undefined;
}

/** Puts taken jobs off, within the transaction that took them. */
export async function postponeJobs(tx: Transaction, jobs: readonly PostponedJob[]): Promise<void> {
  if (jobs.length === 0) return;
  await tx.query(
    `update jobs set due_since = coalesce(due_since, run_at), run_at = clock_timestamp() + make_interval(secs => t.delay / 1000), last_error = t.reason, attempts = attempts + t.failures
       from unnest($1::bigint[], $2::float8[], $3::text[], $4::int[]) as t (id, delay, reason, failures) where jobs.id = t.id`,
    [
      jobs.map((j) => j.jobId),
      jobs.map((j) => j.delayMs),
      jobs.map((j) => j.reason),
      jobs.map((j) => (j.isFailure === true ? 1 : 0)),
    ],
  );
}
