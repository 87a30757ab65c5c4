import type { FailReason } from '@portage/core';
import {
  joinEffects,
  noEffects,
  type SettlementEffects,
} from '../../transactions/effects/settlementEffects.js';
import { ledgerAsset } from '../../books/ledger/accounts.js';
import {
  claimEarnedEntry,
  claimPaidEntry,
  claimReturnEntry,
  type BookedClaim,
} from '../../books/ledger/entries/claimEntries.js';
import { gasEntry } from '../../books/ledger/entries/payoutEntries.js';
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

const bookedOf = (
  { chain }: SettlingContext,
  { obligation: { orderId, intent } }: RowOf<'claim'>,
): BookedClaim => ({
  id: orderId,
  wallet: intent.wallet,
  amount: BigInt(intent.amount),
  asset: ledgerAsset(chain.id, intent.currency),
});

/** Amounts that a claim takes of the sender's inventory, beside gas. */
export function takenByClaim({
  intent: { currency, amount },
}: Obligation<'claim'>): readonly Outflow[] {
  return [{ currency, amount: BigInt(amount) }];
}

/** End of a claim's payment, whatever became of it. */
const closedClaim = (context: SettlingContext, row: RowOf<'claim'>): SettlementEffects =>
  closed(context, row, { taken: takenByClaim(row.obligation), settled: true });

/**
 * Effects of a claim none of whose transactions can land any more: it is its wallet's again. Pure.
 */
export function failClaim(
  context: SettlingContext,
  row: RowOf<'claim'>,
  reason: FailReason,
): SettlementEffects {
  return {
    ...closedClaim(context, row),
    entries: [claimReturnEntry(bookedOf(context, row))],
    claims: [{ id: row.obligation.orderId, state: 'returned', reason }],
  };
}

/** Effects of the end of a claim's transaction. Pure. */
export function settleClaim(
  context: SettlingContext,
  ended: EndedTransaction<RowOf<'claim'>>,
): SettlementEffects {
  const { chain } = context;
  const { row, outcome } = ended;
  const { orderId: id, intent } = row.obligation;
  const transaction = toBooked(chain, ended);
  const gas: SettlementEffects = { ...noEffects, inventory: [spentGas(chain, ended)] };
  const isMade = outcome.status === 'mined';
  if (!isMade && !row.isFilled)
    return joinEffects([
      { ...gas, entries: gasEntry(transaction) },
      failClaim(context, row, 'TRANSACTION_REVERTED'),
    ]);
  const claim = bookedOf(context, row);
  const paid = { chainId: chain.id, sender: row.sender, currency: intent.currency, reserved: 0n };
  return joinEffects([
    gas,
    closedClaim(context, row),
    {
      ...noEffects,
      // One that reverted because it was paid before, as before the database was restored.
      entries: isMade ? claimPaidEntry(transaction, claim) : claimEarnedEntry(transaction, claim),
      inventory: isMade ? [{ ...paid, balance: -claim.amount }] : [],
      claims: [{ id, state: 'paid', txId: row.txId }],
    },
  ]);
}
