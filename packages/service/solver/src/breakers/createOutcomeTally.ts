import type { EndedTransaction } from '@portage/settlement';
import type { OutcomeTally } from '../chainBreakers.js';
import type { ChainContext } from '../context.js';

const hourMs = 3_600_000;

/** Recipients that are remembered; those paid longest ago go first. */
const recipientsMax = 10_000;

/** End of the newest payment to a recipient. */
interface LastEnd {
  readonly hasFailed: boolean;
  /** Milliseconds of the process's own clock. */
  readonly at: number;
}

/**
 * Recipient of a fill that only its recipient could make fail; undefined for any other. Calls and
 * authorizations are their payer's, a swap depends on pools, and native currency may run code
 * that takes it in one block and not in the next, also code that came after the quote.
 */
function recipientOf(
  { chain }: Pick<ChainContext, 'chain'>,
  { row: { purpose, obligation } }: EndedTransaction,
): string | undefined {
  if (purpose !== 'fill' || obligation?.kind !== 'payout') return undefined;
  const { currency, recipient, calls = [], swap, topup, authorizations } = obligation.intent;
  const mayRunCode =
    chain.gas.runsCode !== undefined && (currency === chain.native.address || topup !== undefined);
  return calls.length > 0 || swap !== undefined || authorizations !== undefined || mayRunCode
    ? undefined
    : recipient;
}

/**
 * Makes the tally of a chain. It counts fills that were sent. Refunds instead of fills are left
 * out: quotes reserve nothing, so that a payer of many at once is refused for lack of inventory.
 * A recipient that its token blocks can fail payments as well, so that each recipient counts once,
 * by its newest payment. The tally is of an hour and in memory: a worker that starts anew counts
 * anew. What an operator cleared is not counted again.
 */
export function createOutcomeTally(context: ChainContext): OutcomeTally {
  const { chain, settlement, policy, clock, log } = context;
  /** From the payment longest ago to the newest. */
  const ends = new Map<string, LastEnd>();
  const forgetOld = (): void => {
    const since = clock.elapsed() - hourMs;
    for (const [recipient, { at }] of ends) {
      if (at > since && ends.size <= recipientsMax) return;
      ends.delete(recipient);
    }
  };
  return {
    noteEnded: (ended) => {
      for (const one of ended) {
        const recipient = recipientOf(context, one);
        if (recipient === undefined) continue;
        ends.delete(recipient);
        ends.set(recipient, { hasFailed: one.outcome.status !== 'mined', at: clock.elapsed() });
      }
      forgetOld();
    },
    judge: async () => {
      forgetOld();
      const all = ends.size;
      if (all < policy.breakers.quoteStopOutcomesMin) return;
      const failed = [...ends.values()].filter(({ hasFailed }) => hasFailed).length;
      if (BigInt(failed) * 10_000n < policy.breakers.quoteStopFailedBps * BigInt(all)) return;
      const reason = `Payments to ${String(failed)} of the last ${String(all)} recipients reverted: nothing new is quoted.`;
      const isNew = await settlement.breakers.trip({ chainId: chain.id, kind: 'quotes', reason });
      ends.clear();
      if (isNew) log('a chain is no longer quoted', { chain: chain.slug, level: 'error', reason });
    },
  };
}
