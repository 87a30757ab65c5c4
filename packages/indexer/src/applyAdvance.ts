import type { Chain } from '@portage/core';
import { changeRequests, writeAdvance, writeNewAdvance, type AdvanceRows, type WrittenDeposit } from '@portage/store';
import { bookDeposits } from './bookDeposits.js';
import type { IndexerOptions } from './context.js';
import type { Step } from './judgeAdvance.js';
import { fillChanges, mayEndRequests, releaseChanges, swapChanges, type JudgedFill } from './judgeEvents.js';

/** Nothing was booked before on a deposit that is new. */
const newDeposit: WrittenDeposit = { losses: 0, covered: 0n };

function logFaults(options: IndexerOptions, chain: Chain, fills: readonly JudgedFill[]): void {
  for (const { event, fault } of fills) {
    if (fault !== undefined) options.log('a payment does not match its order', { chain: chain.slug, txId: event.txId, orderId: event.orderId, fault });
  }
}

function rowsOf({ id: chainId }: Chain, { advance, position, next, judged, fills, releases, swaps }: Step): AdvanceRows {
  return {
    chainId,
    from: position.from,
    cursor: advance.cursor,
    blocks: advance.blocks,
    finalizedHeight: next.finalizedHeight,
    deposits: judged.map(({ event, verdict }) => ({ event, verdict })),
    fills: fills.map(({ event, fault }) => ({ event, matched: fault === undefined })),
    releases,
    swaps,
  };
}

/**
 * Writes one step of a chain in one transaction: events, cursor and blocks, the judgement of deposits that have become
 * final, their bookings, the requests, and the jobs that pay. What ends a request is durable before anybody is told.
 *
 * Nearly always all deposits are new, so the whole step travels at once, commit and all. Where they are not, the server
 * refuses it as after a conflict, and the second run waits for what was booked on them before.
 */
export async function applyAdvance(options: IndexerOptions, chain: Chain, step: Step): Promise<void> {
  const { store, chains } = options;
  const rows = rowsOf(chain, step);
  let isNew = true;
  await store.transaction(async (tx) => {
    if (isNew) writeNewAdvance(tx, rows);
    const written = isNew ? step.judged.map(() => newDeposit) : await writeAdvance(tx, rows);
    isNew = false;
    const { entries, jobs, changes } = bookDeposits(step.judged, written, chain.id, chains);
    const allChanges = [...changes, ...fillChanges(step.fills), ...releaseChanges(step.releases, step.refunds), ...swapChanges(step.swaps)];
    // They travel together, and the commit behind them.
    tx.withCommit(Promise.all([changeRequests(tx, store.hub, allChanges), store.ledger.book(tx, entries), store.jobs.add(tx, jobs)]));
    // The chain tells it again, cursor and all, and nothing is sent before the commit that stores its bytes.
    if (!mayEndRequests(allChanges)) tx.durableWithNext();
  });
  logFaults(options, chain, step.fills);
  if (step.judged.length > 0) options.failpoint?.('deposit-seen');
}
