import type { Chain, ChainRollback } from '@portage/core/chain';
import { haltChain } from '../chains/haltChain.js';
import { readOrders } from '../chains/deposits/readOrderFacts.js';
import {
  reverseDeposits,
  toReversal,
  type DepositReversal,
} from '../chains/deposits/reverseDeposits.js';
import { joinEffects } from '../transactions/effects/settlementEffects.js';
import { writeEffects } from '../transactions/effects/writeEffects.js';
import { readUsedFastFills } from '../owners/fastFills/useFastFills.js';
import { dropUnconfirmedEvents } from '../kit/unconfirmedEvents.js';
import { reopenTransactions } from '../transactions/outbox/reopenTransactions.js';
import type { ChainPosition, StepContext } from './context.js';
import { raiseDepth } from './raiseDepth.js';
import { coverDeposits, writeRollback } from './writeRollback.js';

function haltReason(
  reversals: readonly DepositReversal[],
  switched: readonly string[],
  to: number,
  finalizedHeight: number,
): string | undefined {
  const spent = reversals.find((one) => one.spent > 0n);
  if (spent !== undefined) return `A reorg took back deposit ${spent.key} after it was spent.`;
  if (switched.length > 0)
    return `A reorg took back the failure of a fill of order ${switched.join(', ')} after its refund was decided.`;
  return to < finalizedHeight
    ? `A reorg went back to ${String(to)}, below the final block ${String(finalizedHeight)}.`
    : undefined;
}

/**
 * Takes a chain back in one transaction. What nothing was spent on is undone as if it had not been;
 * what was spent is booked as a loss of the operator, and the chain is halted until an operator has
 * looked, unless an app guarantees it.
 */
export async function rollBack(
  context: Pick<StepContext, 'settlement' | 'log'>,
  chain: Chain,
  position: ChainPosition,
  { to }: ChainRollback,
): Promise<ChainPosition> {
  const { settlement } = context;
  const { reason, openDeposits, raisedDepth } = await settlement.transaction(async (tx) => {
    const { deposits, finalizedHeight, depth } = await writeRollback(
      tx,
      chain.id,
      position.from,
      to,
    );
    const raised = await raiseDepth(tx, chain, depth);
    await dropUnconfirmedEvents(tx, chain.id, to.height);
    const facts = await readOrders(tx, settlement.orders, [
      ...new Set(deposits.map(({ orderId }) => orderId)),
    ]);
    const reversals = deposits.map((deposit) =>
      toReversal(chain.id, deposit, facts.get(deposit.orderId)),
    );
    await coverDeposits(
      tx,
      chain.id,
      reversals
        .filter(({ spent }) => spent > 0n)
        .map(({ deposit, spent }) => ({
          txId: deposit.txId,
          ordinal: deposit.ordinal,
          amount: spent,
        })),
    );
    const ledgerChain = { id: chain.id, native: chain.native.address };
    const reopened = await reopenTransactions(tx, ledgerChain, to.height);
    const paidAhead = await readUsedFastFills(
      tx,
      reversals.filter(({ spent }) => spent > 0n).map(({ deposit }) => deposit.orderId),
    );
    const halted = haltReason(
      reversals.filter(({ deposit }) => !paidAhead.has(deposit.orderId)),
      reopened.switched,
      to.height,
      finalizedHeight,
    );
    if (halted !== undefined) await haltChain(tx, chain.id, halted);
    await writeEffects(
      tx,
      settlement,
      joinEffects([reverseDeposits(ledgerChain, reversals), reopened.effects]),
    );
    const [open] = await tx.query<{ count: number }>(
      `select count(*)::int as count from deposits where chain_id = $1 and state = 'seen'`,
      [chain.id],
    );
    return { reason: halted, openDeposits: open?.count ?? 0, raisedDepth: raised };
  });
  context.log('a chain went back', { chain: chain.slug, to: to.height });
  if (raisedDepth !== undefined)
    context.log('deposits need more confirmations', { chain: chain.slug, depth: raisedDepth });
  if (reason !== undefined) context.log('a chain is halted', { chain: chain.slug, reason });
  return {
    from: to.hash,
    finalizedHeight: position.finalizedHeight,
    openDeposits,
    unconfirmedEvents: position.unconfirmedEvents,
    unconfirmedDeposits: 0,
    raisedDepth: raisedDepth ?? position.raisedDepth,
  };
}
