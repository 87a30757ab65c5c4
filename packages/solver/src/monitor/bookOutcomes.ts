import type { TransactionOutcome } from '@portage/core';
import { accounts, ledgerAsset, mainLeg, parseDepositKey, spendEntry, spendJob, spendRef, type Entry, type InventoryChange, type Leg, type NewJob, type OutboxRow, type RequestChange, type SlotChange } from '@portage/store';
import type { Desk } from '../context.js';

/** A transaction whose end is final. */
export interface Ended {
  readonly row: OutboxRow;
  readonly outcome: Extract<TransactionOutcome, { readonly status: 'mined' | 'reverted' }>;
}

/** What follows from the end of transactions. */
export interface Aftermath {
  readonly entries: readonly Entry[];
  readonly inventory: readonly InventoryChange[];
  readonly slots: readonly SlotChange[];
  readonly changes: readonly RequestChange[];
  readonly jobs: readonly NewJob[];
}

/** Before a refund that failed is tried again. */
const refundRetryMs = 5_000;

const emptyAftermath: Aftermath = { entries: [], inventory: [], slots: [], changes: [], jobs: [] };

/** Puts what follows from several things together. */
export function joinAftermath(parts: readonly Aftermath[]): Aftermath {
  return {
    entries: parts.flatMap(({ entries }) => entries),
    inventory: parts.flatMap(({ inventory }) => inventory),
    slots: parts.flatMap(({ slots }) => slots),
    changes: parts.flatMap(({ changes }) => changes),
    jobs: parts.flatMap(({ jobs }) => jobs),
  };
}

/** What the payment moves: out of the sender's hands or out of escrow; what is left of the escrow, the solver earns. */
function paymentLegs(desk: Desk, row: OutboxRow): readonly Leg[] {
  if (row.slot === undefined) return [];
  const { orderId, intent } = row.slot;
  const credit = BigInt(intent.credit.amount);
  const amount = BigInt(intent.amount);
  const escrow = { account: accounts.escrow(orderId), asset: intent.credit.asset, amount: -credit };
  const claim = { account: accounts.claim(intent.solver), asset: intent.credit.asset };
  if (intent.type === 'refund') {
    return [escrow, { account: accounts.outside, asset: intent.credit.asset, amount }, { ...claim, amount: credit - amount }];
  }
  const asset = ledgerAsset(desk.chain.id, intent.currency);
  return [
    { account: accounts.inventory(row.sender), asset, amount: -amount },
    { account: accounts.outside, asset, amount },
    escrow,
    { ...claim, amount: credit },
  ];
}

/** A fill that reverted because the order is filled already, say before the database was restored: only the deposit is left to be earned. */
function earnedLegs({ slot }: OutboxRow): readonly Leg[] {
  if (slot === undefined) return [];
  const { asset, amount } = slot.intent.credit;
  return [
    { account: accounts.escrow(slot.orderId), asset, amount: -BigInt(amount) },
    { account: accounts.claim(slot.intent.solver), asset, amount: BigInt(amount) },
  ];
}

function entryOf(desk: Desk, { row, outcome }: Ended): Entry | undefined {
  const gas = ledgerAsset(desk.chain.id, desk.chain.native.address);
  const gasLegs: readonly Leg[] = [
    { account: accounts.inventory(row.sender), asset: gas, amount: -outcome.gasCost },
    { account: accounts.gas, asset: gas, amount: outcome.gasCost },
  ];
  const isEarned = outcome.status === 'reverted' && row.purpose === 'fill' && row.isFilled;
  const payment = outcome.status === 'mined' ? paymentLegs(desk, row) : isEarned ? earnedLegs(row) : [];
  const legs = [...gasLegs, ...payment].filter(({ amount }) => amount !== 0n);
  return legs.length === 0 ? undefined : { kind: spendEntry, ref: spendRef(desk.chain.id, row.txId, row.losses), legs };
}

/** What is no longer held for a payment, whatever became of it. */
function releaseOf(desk: Desk, { slot, purpose }: OutboxRow): readonly InventoryChange[] {
  if (slot === undefined) return [];
  const gas = { currency: desk.chain.native.address, balance: 0n, held: -slot.gasHeld };
  return purpose === 'fill' ? [gas, { currency: slot.intent.currency, balance: 0n, held: -BigInt(slot.intent.amount) }] : [gas];
}

/** What has to happen to a slot whose transactions can no longer land: a fill's deposit goes back, a refund is signed anew. */
export function afterDeath(desk: Desk, row: OutboxRow, isReverted: boolean): Aftermath {
  const { slot } = row;
  if (slot === undefined) return emptyAftermath;
  const { orderId, leg, intent } = slot;
  const deposit = parseDepositKey(intent.deposit);
  const reason = intent.type === 'fill' && (intent.calls ?? []).length > 0 ? 'EXECUTION_REVERTED' : isReverted ? 'TRANSACTION_REVERTED' : 'TRANSACTION_NOT_INCLUDED';
  const runAt = intent.type === 'refund' ? desk.now() + refundRetryMs : undefined;
  return {
    entries: [],
    inventory: releaseOf(desk, row),
    slots: [{ orderId, leg, settled: false, gasHeld: 0n }],
    changes: intent.type === 'fill' && leg === mainLeg ? [{ orderId, events: ['fillDropped'], failReason: reason }] : [],
    jobs: [spendJob({ kind: 'refund', chainId: deposit.chainId, orderId, leg, deposit, gross: BigInt(intent.credit.amount), reason, runAt })],
  };
}

/** What follows from a transaction that ended. Pure. */
export function afterEnd(desk: Desk, ended: Ended): Aftermath {
  const { row, outcome } = ended;
  const { slot } = row;
  const native = desk.chain.native.address;
  const entry = entryOf(desk, ended);
  const entries = entry === undefined ? [] : [entry];
  const gas = { currency: native, balance: -outcome.gasCost, held: 0n };
  if (slot === undefined) return { ...emptyAftermath, entries, inventory: [gas] };
  const isPaid = outcome.status === 'mined' || (row.purpose === 'fill' && row.isFilled);
  if (!isPaid) return joinAftermath([{ ...emptyAftermath, entries, inventory: [gas] }, afterDeath(desk, row, true)]);
  const isOutflow = outcome.status === 'mined' && slot.intent.type === 'fill';
  const paid = isOutflow ? [{ currency: slot.intent.currency, balance: -BigInt(slot.intent.amount), held: 0n }] : [];
  return {
    ...emptyAftermath,
    entries,
    inventory: [gas, ...paid, ...releaseOf(desk, row)],
    slots: [{ orderId: slot.orderId, leg: slot.leg, settled: true, gasHeld: 0n }],
  };
}
