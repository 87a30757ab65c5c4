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
import type { OutboxRow } from '../../transactions/outbox/readOutbox.js';

/** A transaction of ours that pays app fees out. */
export type ClaimRow = OutboxRow & { readonly claim: NonNullable<OutboxRow['claim']> };

/** A transaction that paid a claim, or failed to, whose end is final. */
export type EndedClaim = EndedTransaction & { readonly row: ClaimRow };

/** Whether a transaction pays app fees out. */
export function isClaim(row: OutboxRow): row is ClaimRow {
  return row.claim !== undefined;
}

const bookedOf = ({ chain }: SettlingContext, { claim }: ClaimRow): BookedClaim => ({
  id: claim.orderId,
  wallet: claim.intent.wallet,
  amount: BigInt(claim.intent.amount),
  asset: ledgerAsset(chain.id, claim.intent.currency),
});

/** End of a claim's payment, whatever became of it: nothing is reserved any more. */
function closed({ chain }: SettlingContext, { sender, claim }: ClaimRow): SettlementEffects {
  const { orderId, leg, gasReserved, intent } = claim;
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

/**
 * Effects of a claim none of whose transactions can land any more: it is its wallet's again. Pure.
 */
export function failClaim(
  context: SettlingContext,
  row: ClaimRow,
  reason: FailReason,
): SettlementEffects {
  return {
    ...closed(context, row),
    entries: [claimReturnEntry(bookedOf(context, row))],
    claims: [{ id: row.claim.orderId, state: 'returned', reason }],
  };
}

/** Effects of the end of a claim's transaction. Pure. */
export function settleClaim(context: SettlingContext, ended: EndedClaim): SettlementEffects {
  const { chain } = context;
  const { row, outcome } = ended;
  const { orderId: id, intent } = row.claim;
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
    closed(context, row),
    {
      ...noEffects,
      // One that reverted because it was paid before, as before the database was restored.
      entries: isMade ? claimPaidEntry(transaction, claim) : claimEarnedEntry(transaction, claim),
      inventory: isMade ? [{ ...paid, balance: -claim.amount }] : [],
      claims: [{ id, state: 'paid', txId: row.txId }],
    },
  ]);
}
