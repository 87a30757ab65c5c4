import {
  accounts,
  earningLegs,
  ledgerAsset,
  mainLeg,
  parseDepositKey,
  spendEntry,
  spendJob,
  spendRef,
  sponsorAmount,
  sponsorReleaseEntry,
  toSpendIntent,
  type Entry,
  type InventoryChange,
  type Leg,
  type OrderCharges,
  type OutboxRow,
} from '@portage/settlement';
import type { Desk } from '../context.js';
import { outflowsOf, type Outflow } from '../outflowsOf.js';
import { emptyAftermath, joinAftermath, type Aftermath, type Ended } from './aftermath.js';
import { afterCallDeath, afterCallEnd } from './bookCalls.js';
import { isOvertaken } from './planMonitor.js';

/** Before a refund that failed is tried again. */
const refundRetryMs = 5_000;

/** Gives back what was set apart of a sponsor's balance for an order that ends without a fill. */
export function sponsorReturn(
  orderId: string,
  charges: OrderCharges | undefined,
): readonly Entry[] {
  const microUsd = sponsorAmount(charges);
  return charges?.sponsor === undefined || microUsd === 0n
    ? []
    : [sponsorReleaseEntry({ orderId, account: charges.sponsor.account, microUsd })];
}

/** What a fill earns: apps their fees, the solver the rest. */
function fillLegs({ orderId, intent }: NonNullable<OutboxRow['slot']>): readonly Leg[] {
  const { credit, solver, charges } = intent;
  return earningLegs(
    orderId,
    { asset: credit.asset, amount: BigInt(credit.amount), solver },
    charges,
  );
}

function outflows(
  { chain }: Desk,
  { orderId, intent }: NonNullable<OutboxRow['slot']>,
): readonly Outflow[] {
  return outflowsOf(toSpendIntent(orderId, intent), chain.native.address);
}

function leaving(desk: Desk, slot: NonNullable<OutboxRow['slot']>): readonly InventoryChange[] {
  return outflows(desk, slot).map(({ currency, amount }) => ({
    currency,
    balance: -amount,
    held: 0n,
  }));
}

/**
 * What the payment moves: out of the sender's hands or out of escrow; what is left of the escrow,
 * the solver earns.
 */
function paymentLegs(desk: Desk, row: OutboxRow): readonly Leg[] {
  if (row.slot === undefined) return [];
  const { orderId, intent } = row.slot;
  if (intent.type === 'refund') {
    const credit = BigInt(intent.credit.amount);
    const amount = BigInt(intent.amount);
    const { asset } = intent.credit;
    return [
      { account: accounts.escrow(orderId), asset, amount: -credit },
      { account: accounts.outside, asset, amount },
      { account: accounts.claim(intent.solver), asset, amount: credit - amount },
    ];
  }
  const paid = outflows(desk, row.slot).flatMap(({ currency, amount }): readonly Leg[] => {
    const asset = ledgerAsset(desk.chain.id, currency);
    return [
      { account: accounts.inventory(row.sender), asset, amount: -amount },
      { account: accounts.outside, asset, amount },
    ];
  });
  // The deposit of an overtaken fill went back already: what it pays is a loss.
  return isOvertaken(row) ? paid : [...paid, ...fillLegs(row.slot)];
}

/**
 * A fill that reverted because the order is filled already, say before the database was restored:
 * only the deposit is left to be earned.
 */
function earnedLegs({ slot }: OutboxRow): readonly Leg[] {
  return slot === undefined ? [] : fillLegs(slot);
}

function entryOf(desk: Desk, { row, outcome }: Ended): Entry | undefined {
  const gas = ledgerAsset(desk.chain.id, desk.chain.native.address);
  const gasLegs: readonly Leg[] = [
    { account: accounts.inventory(row.sender), asset: gas, amount: -outcome.gasCost },
    { account: accounts.gas, asset: gas, amount: outcome.gasCost },
  ];
  const isEarned =
    outcome.status === 'reverted' && row.purpose === 'fill' && row.isFilled && !isOvertaken(row);
  const payment =
    outcome.status === 'mined' ? paymentLegs(desk, row) : isEarned ? earnedLegs(row) : [];
  const legs = [...gasLegs, ...payment].filter(({ amount }) => amount !== 0n);
  return legs.length === 0
    ? undefined
    : { kind: spendEntry, ref: spendRef(desk.chain.id, row.txId, row.losses), legs };
}

/** What is no longer held for a payment, whatever became of it. */
function releaseOf(desk: Desk, { slot, purpose }: OutboxRow): readonly InventoryChange[] {
  if (slot === undefined) return [];
  const gas = { currency: desk.chain.native.address, balance: 0n, held: -slot.gasHeld };
  return purpose === 'fill'
    ? [
        gas,
        ...outflows(desk, slot).map(({ currency, amount }) => ({
          currency,
          balance: 0n,
          held: -amount,
        })),
      ]
    : [gas];
}

/**
 * What has to happen to a slot whose transactions can no longer land: a fill's deposit goes back, a
 * refund is signed anew.
 */
export function afterDeath(desk: Desk, row: OutboxRow, isReverted: boolean): Aftermath {
  const { slot } = row;
  if (row.call !== undefined) return afterCallDeath(desk, row.call);
  if (slot === undefined || isOvertaken(row)) return emptyAftermath;
  const { orderId, leg, intent } = slot;
  const deposit = parseDepositKey(intent.deposit);
  const reason =
    intent.type === 'fill' && (intent.calls ?? []).length > 0
      ? 'EXECUTION_REVERTED'
      : isReverted
        ? 'TRANSACTION_REVERTED'
        : 'TRANSACTION_NOT_INCLUDED';
  const runAt = intent.type === 'refund' ? desk.now() + refundRetryMs : undefined;
  return {
    ...emptyAftermath,
    inventory: releaseOf(desk, row),
    slots: [{ orderId, leg, settled: false, gasHeld: 0n }],
    changes:
      intent.type === 'fill' && leg === mainLeg
        ? [{ orderId, events: ['fillDropped'], failReason: reason }]
        : [],
    jobs: [
      spendJob({
        kind: 'refund',
        chainId: deposit.chainId,
        orderId,
        leg,
        deposit,
        gross: BigInt(intent.credit.amount),
        reason,
        runAt,
      }),
    ],
  };
}

/** What follows from a transaction that ended. Pure. */
export function afterEnd(desk: Desk, ended: Ended): Aftermath {
  const { row, outcome } = ended;
  const { slot } = row;
  if (row.call !== undefined) return afterCallEnd(desk, ended, row.call);
  const native = desk.chain.native.address;
  const entry = entryOf(desk, ended);
  const entries = entry === undefined ? [] : [entry];
  const gas = { currency: native, balance: -outcome.gasCost, held: 0n };
  if (slot === undefined) return { ...emptyAftermath, entries, inventory: [gas] };
  if (isOvertaken(row))
    return {
      ...emptyAftermath,
      entries,
      inventory: [gas, ...(outcome.status === 'mined' ? leaving(desk, slot) : [])],
    };
  const isPaid = outcome.status === 'mined' || (row.purpose === 'fill' && row.isFilled);
  if (!isPaid)
    return joinAftermath([
      { ...emptyAftermath, entries, inventory: [gas] },
      afterDeath(desk, row, true),
    ]);
  const paid = outcome.status === 'mined' ? leaving(desk, slot) : [];
  const { charges } = slot.intent;
  const isFill = slot.intent.type === 'fill';
  return {
    ...emptyAftermath,
    entries: isFill ? entries : [...entries, ...sponsorReturn(slot.orderId, charges)],
    sponsored: isFill && charges?.sponsor !== undefined ? [slot.orderId] : [],
    inventory: [gas, ...paid, ...releaseOf(desk, row)],
    slots: [{ orderId: slot.orderId, leg: slot.leg, settled: true, gasHeld: 0n }],
  };
}
