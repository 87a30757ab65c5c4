import type { SettlementEffects } from '../../transactions/effects/settlementEffects.js';
import { ledgerAsset } from '../../books/ledger/accounts.js';
import { gasEntry } from '../../books/ledger/entries/payoutEntries.js';
import { sentEntry } from '../../books/ledger/entries/transferEntries.js';
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

/** Amounts that a transfer takes of the sender's inventory, beside gas. */
export function takenByTransfer({
  intent: { currency, amount },
}: Obligation<'transfer'>): readonly Outflow[] {
  return [{ currency, amount: BigInt(amount) }];
}

/** End of a transfer's transaction, whatever became of it. */
const closedTransfer = (context: SettlingContext, row: RowOf<'transfer'>): SettlementEffects =>
  closed(context, row, { taken: takenByTransfer(row.obligation), settled: true });

/** Effects of a transfer none of whose transactions can land any more. Pure. */
export function failTransfer(context: SettlingContext, row: RowOf<'transfer'>): SettlementEffects {
  return {
    ...closedTransfer(context, row),
    transfers: [{ id: row.obligation.orderId, state: 'failed' }],
  };
}

/** Effects of the end of a transfer's transaction. Pure. */
export function settleTransfer(
  context: SettlingContext,
  ended: EndedTransaction<RowOf<'transfer'>>,
): SettlementEffects {
  const { chain } = context;
  const { row, outcome } = ended;
  const { orderId: id, intent } = row.obligation;
  const { currency } = intent;
  const amount = BigInt(intent.amount);
  const transaction = toBooked(chain, ended);
  const gas = spentGas(chain, ended);
  if (outcome.status === 'reverted') {
    const failed = failTransfer(context, row);
    return { ...failed, entries: gasEntry(transaction), inventory: [...failed.inventory, gas] };
  }
  const done = closedTransfer(context, row);
  const left = { chainId: chain.id, sender: row.sender, currency, balance: -amount, reserved: 0n };
  return {
    ...done,
    entries: sentEntry(transaction, { asset: ledgerAsset(chain.id, currency), amount }),
    inventory: [...done.inventory, gas, left],
    transfers: [{ id, state: 'in flight' }],
  };
}
