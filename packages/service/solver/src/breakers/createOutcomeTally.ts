import type { FailReason } from '@portage/core';
import type { ChainContext } from '../context.js';
import type { OutcomeTally } from '../chainBreakers.js';

const bucketMs = 300_000;
const buckets = 12;

/**
 * Reasons of refunds that payers do not bring about: too little inventory, payments that the chain
 * does not take, swaps that find no way.
 */
const ownReasons: ReadonlySet<FailReason> = new Set<FailReason>([
  'SOLVER_CAPACITY_EXCEEDED',
  'SOLVER_BALANCE_TOO_LOW',
  'EXECUTION_REVERTED',
  'TRANSACTION_REVERTED',
  'NO_INTERNAL_SWAP_ROUTES_FOUND',
  'GENERATE_SWAP_FAILED',
  'SWAP_USES_TOO_MUCH_GAS',
  'NO_QUOTES',
]);

/**
 * Makes the tally of a chain. Orders with calls are left out: whoever brings a call can make it
 * fail, and burned gas has a limit of its own. It counts within an hour and in memory: a worker
 * that starts anew counts anew. What an operator cleared is not counted again.
 */
export function createOutcomeTally(context: ChainContext): OutcomeTally {
  const { chain, settlement, policy, clock, log } = context;
  const counts = new Map<number, { filled: number; failed: number }>();
  const note = (outcome: 'filled' | 'failed'): void => {
    const index = Math.floor(clock.elapsed() / bucketMs);
    for (const old of counts.keys()) if (old <= index - buckets) counts.delete(old);
    const bucket = counts.get(index) ?? { filled: 0, failed: 0 };
    counts.set(index, bucket);
    bucket[outcome] += 1;
  };
  return {
    noteDecided: (decided) => {
      for (const { spend, decision } of decided)
        if (
          decision.type === 'refund' &&
          ownReasons.has(decision.reason) &&
          spend.order.output.calls.length === 0
        )
          note('failed');
    },
    noteEnded: (ended) => {
      for (const { row, outcome } of ended)
        if (row.purpose === 'fill' && (row.payout?.intent.calls ?? []).length === 0)
          note(outcome.status === 'mined' ? 'filled' : 'failed');
    },
    judge: async () => {
      const sums = [...counts.values()];
      const failed = sums.reduce((sum, bucket) => sum + bucket.failed, 0);
      const all = sums.reduce((sum, bucket) => sum + bucket.filled, failed);
      if (all < policy.quoteStopOutcomesMin) return;
      if (BigInt(failed) * 10_000n < policy.quoteStopFailedBps * BigInt(all)) return;
      counts.clear();
      const reason = `${String(failed)} of the last ${String(all)} fills failed: nothing new is quoted.`;
      if (await settlement.breakers.trip({ chainId: chain.id, kind: 'quotes', reason }))
        log('a chain is no longer quoted', { chain: chain.slug, level: 'error', reason });
    },
  };
}
