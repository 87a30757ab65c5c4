import type { Chain, ChainRollback } from '@portage/core';
import { haltChain } from '../chains/haltChain.js';
import { depositKey, mainLeg } from '../depositId.js';
import type { LostDeposit } from '../deposits/depositRow.js';
import { readOrders, type OrderFacts } from '../deposits/readOrderFacts.js';
import { lossEntry, spentOf } from '../deposits/reverseDeposits.js';
import { unbookSpends } from '../outbox/reopenTransactions.js';
import { changeRequests, type RequestChange } from '../requests/changeRequests.js';
import type { ChainPosition, StepContext } from './context.js';
import { coverDeposits, writeRollback } from './writeRollback.js';

interface Loss {
  readonly lost: LostDeposit;
  readonly key: string;
  readonly facts: OrderFacts | undefined;
  /** What of it was spent already, in smallest units. */
  readonly spent: bigint;
}

function toLoss(chainId: number, lost: LostDeposit, facts: OrderFacts | undefined): Loss {
  const key = depositKey({ chainId, txId: lost.txId, ordinal: lost.ordinal });
  const asked = BigInt(facts?.order.inputs[0]?.payment.amount ?? 0);
  const quoted = lost.amount < asked ? lost.amount : asked;
  return { lost, key, facts, spent: spentOf(lost, key, facts?.slots ?? [], quoted) };
}

/** The request waits again, unless another deposit or a payment holds its main leg. */
function requestChange({ facts, lost }: Loss): readonly RequestChange[] {
  if (facts === undefined || facts.slots.some(({ leg }) => leg === mainLeg)) return [];
  if (facts.deposits.some(({ state, leg }) => state === 'final' && leg === mainLeg)) return [];
  return [{ orderId: lost.orderId, events: ['depositLost'], failReason: 'N/A' }];
}

function haltReason(
  losses: readonly Loss[],
  switched: readonly string[],
  to: number,
  finalizedHeight: number,
): string | undefined {
  const spent = losses.find((loss) => loss.spent > 0n);
  if (spent !== undefined) return `A reorg took back deposit ${spent.key} after it was spent.`;
  if (switched.length > 0)
    return `A reorg took back the failure of a fill of order ${switched.join(', ')} after its refund was decided.`;
  return to < finalizedHeight
    ? `A reorg went back to ${String(to)}, below the final block ${String(finalizedHeight)}.`
    : undefined;
}

/**
 * Takes a chain back in one transaction. What nothing was spent on is undone as if it had not been;
 * what was spent is booked as a loss of the house, and the chain is halted until an operator has
 * looked.
 */
export async function rollBack(
  context: Pick<StepContext, 'settlement' | 'log'>,
  chain: Chain,
  position: ChainPosition,
  { to }: ChainRollback,
): Promise<ChainPosition> {
  const { settlement } = context;
  const { reason, openDeposits } = await settlement.transaction(async (tx) => {
    const { deposits, finalizedHeight } = await writeRollback(tx, chain.id, position.from, to);
    const facts = await readOrders(tx, settlement.orders, [
      ...new Set(deposits.map(({ orderId }) => orderId)),
    ]);
    const losses = deposits.map((lost) => toLoss(chain.id, lost, facts.get(lost.orderId)));
    await settlement.ledger.book(
      tx,
      losses
        .filter(({ lost }) => lost.outcome !== undefined)
        .map(({ lost, key, spent }) => lossEntry(lost, key, chain.id, spent)),
    );
    await coverDeposits(
      tx,
      chain.id,
      losses
        .filter(({ spent }) => spent > 0n)
        .map(({ lost, spent }) => ({ txId: lost.txId, ordinal: lost.ordinal, amount: spent })),
    );
    const switched = await unbookSpends(
      tx,
      settlement.ledger,
      { id: chain.id, native: chain.native.address },
      to.height,
    );
    const halted = haltReason(losses, switched, to.height, finalizedHeight);
    if (halted !== undefined) await haltChain(tx, chain.id, halted);
    await changeRequests(tx, settlement.hub, losses.flatMap(requestChange));
    const [open] = await tx.query<{ count: number }>(
      `select count(*)::int as count from deposits where chain_id = $1 and state = 'seen'`,
      [chain.id],
    );
    return { reason: halted, openDeposits: open?.count ?? 0 };
  });
  context.log('a chain went back', { chain: chain.slug, to: to.height });
  if (reason !== undefined) context.log('a chain is halted', { chain: chain.slug, reason });
  return { from: to.hash, finalizedHeight: position.finalizedHeight, openDeposits };
}
