import type { SettlementEffects } from '../../transactions/effects/settlementEffects.js';
import { ledgerAsset } from '../../books/ledger/accounts.js';
import { gasEntry } from '../../books/ledger/entries/payoutEntries.js';
import { sentEntry } from '../../books/ledger/entries/rebalanceEntries.js';
import {
  spentGas,
  toBooked,
  type EndedTransaction,
  type SettlingContext,
} from '../../transactions/outbox/endedTransaction.js';
import type { RowOf } from '../../transactions/outbox/readOutbox.js';
import type { Obligation } from '../../transactions/settlements/obligation.js';
import type { Outflow } from '../../transactions/settlements/outflowsOf.js';
import { closed } from '../../transactions/outbox/closed.js';

/** Amounts that a rebalance takes of the sender's inventory, beside gas. */
export function takenByRebalance({
  intent: { currency, amount },
}: Obligation<'rebalance'>): readonly Outflow[] {
  return [{ currency, amount: BigInt(amount) }];
}

/** End of a rebalance's transaction, whatever became of it. */
const closedRebalance = (context: SettlingContext, row: RowOf<'rebalance'>): SettlementEffects =>
  closed(context, row, { taken: takenByRebalance(row.obligation), settled: true });

/** Effects of a rebalance none of whose transactions can land any more. Pure. */
export function failRebalance(
  context: SettlingContext,
  row: RowOf<'rebalance'>,
): SettlementEffects {
  return {
    ...closedRebalance(context, row),
    rebalances: [{ id: row.obligation.orderId, state: 'failed' }],
  };
}

/** Effects of the end of a rebalance's transaction. Pure. */
export function settleRebalance(
  context: SettlingContext,
  ended: EndedTransaction<RowOf<'rebalance'>>,
): SettlementEffects {
  const { chain } = context;
  const { row, outcome } = ended;
  const { orderId: id, intent } = row.obligation;
  const { currency } = intent;
  const amount = BigInt(intent.amount);
  const transaction = toBooked(chain, ended);
  const gas = spentGas(chain, ended);
  if (outcome.status === 'reverted') {
    const failed = failRebalance(context, row);
    return { ...failed, entries: gasEntry(transaction), inventory: [...failed.inventory, gas] };
  }
  const done = closedRebalance(context, row);
  const left = { chainId: chain.id, sender: row.sender, currency, balance: -amount, reserved: 0n };
  return {
    ...done,
    entries: sentEntry(transaction, { asset: ledgerAsset(chain.id, currency), amount }),
    inventory: [...done.inventory, gas, left],
    rebalances: [{ id, state: 'in flight' }],
  };
}
