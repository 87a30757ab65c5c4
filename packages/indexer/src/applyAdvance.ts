import type { Chain } from '@portage/core';
import { changeRequests, writeAdvance, type WrittenDeposit } from '@portage/store';
import { bookDeposits } from './bookDeposits.js';
import type { IndexerOptions } from './context.js';
import type { Step } from './judgeAdvance.js';
import { fillChanges, releaseChanges, swapChanges, type JudgedFill } from './judgeEvents.js';

/** Nothing was booked before on a deposit that is new. */
const newDeposit: WrittenDeposit = { losses: 0, covered: 0n };

function logFaults(options: IndexerOptions, chain: Chain, fills: readonly JudgedFill[]): void {
  for (const { event, fault } of fills) {
    if (fault !== undefined) options.log('a payment does not match its order', { chain: chain.slug, txId: event.txId, orderId: event.orderId, fault });
  }
}

/**
 * Writes one step of a chain in one transaction: events, cursor and blocks, the judgement of deposits that have become
 * final, their bookings, the requests, and the jobs that pay.
 */
export async function applyAdvance(options: IndexerOptions, chain: Chain, step: Step): Promise<void> {
  const { store, chains } = options;
  const { advance, position, next } = step;
  await store.transaction(async (tx) => {
    const writing = writeAdvance(tx, {
      chainId: chain.id,
      from: position.from,
      cursor: advance.cursor,
      blocks: advance.blocks,
      finalizedHeight: next.finalizedHeight,
      deposits: step.judged.map(({ event, verdict }) => ({ event, verdict })),
      fills: step.fills.map(({ event, fault }) => ({ event, matched: fault === undefined })),
      releases: step.releases,
      swaps: step.swaps,
    });
    // Nearly always all deposits are new, so what follows from that is worked out while the server writes them.
    const usual = bookDeposits(step.judged, step.judged.map(() => newDeposit), chain.id, chains);
    const written = await writing;
    const isUsual = written.every((deposit) => deposit?.losses === 0 && deposit.covered === 0n);
    const { entries, jobs, changes } = isUsual ? usual : bookDeposits(step.judged, written, chain.id, chains);
    // They travel together, and the commit behind them.
    tx.withCommit(
      Promise.all([
        changeRequests(tx, store.hub, [...changes, ...fillChanges(step.fills), ...releaseChanges(step.releases, step.refunds), ...swapChanges(step.swaps)]),
        store.ledger.book(tx, entries),
        store.jobs.add(tx, jobs),
      ]),
    );
  });
  logFaults(options, chain, step.fills);
  if (step.judged.length > 0) options.failpoint?.('deposit-seen');
}
