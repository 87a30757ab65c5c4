import { noEffects, type SettlementEffects } from '../../transactions/effects/settlementEffects.js';
import { ledgerAsset } from '../../books/ledger/accounts.js';
import { gasEntry } from '../../books/ledger/entries/payoutEntries.js';
import { sentEntry } from '../../books/ledger/entries/transferEntries.js';
import {
  spentGas,
  toBooked,
  type EndedTransaction,
  type SettlingContext,
} from '../../transactions/outbox/endedTransaction.js';
import type { OutboxRow } from '../../transactions/outbox/readOutbox.js';

/** A transaction of ours that sends inventory to another chain. */
export type TransferRow = OutboxRow & { readonly transfer: NonNullable<OutboxRow['transfer']> };

/** A transaction that sent inventory, or failed to, whose end is final. */
export type EndedTransfer = EndedTransaction & { readonly row: TransferRow };

/** Whether a transaction sends inventory to another chain. */
export function isTransfer(row: OutboxRow): row is TransferRow {
  return row.transfer !== undefined;
}

/** End of a transfer's transaction, whatever became of it: nothing is reserved any more. */
function closed({ chain }: SettlingContext, { sender, transfer }: TransferRow): SettlementEffects {
  const { orderId, leg, gasReserved, intent } = transfer;
  const place = { chainId: chain.id, sender, balance: 0n };
  return {
    ...noEffects,
    inventory: [
      { ...place, currency: chain.native, reserved: -gasReserved },
      { ...place, currency: intent.currency, reserved: -BigInt(intent.amount) },
    ],
    settlements: [{ orderId, leg, settled: true, gasReserved: 0n }],
  };
}

/** Effects of a transfer none of whose transactions can land any more. Pure. */
export function failTransfer(context: SettlingContext, row: TransferRow): SettlementEffects {
  return { ...closed(context, row), transfers: [{ id: row.transfer.orderId, state: 'failed' }] };
}

/** Effects of the end of a transfer's transaction. Pure. */
export function settleTransfer(context: SettlingContext, ended: EndedTransfer): SettlementEffects {
  const { chain } = context;
  const { row, outcome } = ended;
  const { orderId: id, intent } = row.transfer;
  const { currency } = intent;
  const amount = BigInt(intent.amount);
  const transaction = toBooked(chain, ended);
  const gas = spentGas(chain, ended);
  if (outcome.status === 'reverted') {
    const failed = failTransfer(context, row);
    return { ...failed, entries: gasEntry(transaction), inventory: [...failed.inventory, gas] };
  }
  const done = closed(context, row);
  const left = { chainId: chain.id, sender: row.sender, currency, balance: -amount, reserved: 0n };
  return {
    ...done,
    entries: sentEntry(transaction, { asset: ledgerAsset(chain.id, currency), amount }),
    inventory: [...done.inventory, gas, left],
    transfers: [{ id, state: 'in flight' }],
  };
}
