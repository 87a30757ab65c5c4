import { failReasons, refundTerms, type FailReason } from '@portage/core';
import { mainLeg } from '../../kit/depositId.js';
import { mainPart } from './mainPart.js';
import type { OrderFacts } from './readOrderFacts.js';
import type { DepositHistory } from './depositHistory.js';

/** A deposit that is final, with what the chain says about it. */
export interface FinalDeposit {
  /** Names the deposit, and the leg of whatever is paid back of it beside the main leg. */
  readonly key: string;
  readonly chainSlug: string;
  readonly payer: string;
  readonly currency: string;
  /** Smallest units that arrived. */
  readonly amount: bigint;
  /** Unix seconds by the clock of its chain. */
  readonly time: number;
  /** The chain trades this currency, so it has a price and can be paid back. */
  readonly isListed: boolean;
}

/** Standing of an order with the service that runs here. */
export interface Promised {
  /** It names our solver. */
  readonly isOurs: boolean;
  /**
   * Its destination is a chain on which we can pay: one that was taken out of the configuration is
   * not.
   */
  readonly isPayable: boolean;
}

/** Facts about an order, and the outcomes of its deposits so far. */
export interface KnownOrder {
  readonly facts: OrderFacts;
  readonly history: DepositHistory;
}

/** Outcome of a deposit. Every final deposit gets exactly one. */
export type DepositOutcome =
  | {
      readonly type: 'matched';
      readonly reason: 'N/A';
      readonly leg: string;
      /** Amount that the order takes: less or more than quoted where its terms allow that. */
      readonly quoted: bigint;
      readonly excess: bigint;
      readonly isLate: boolean;
    }
  /** It came through an open address and pays for an order that is made for it. */
  | { readonly type: 'requote'; readonly reason: FailReason; readonly leg: string }
  | { readonly type: 'refund'; readonly reason: FailReason; readonly leg: string }
  | { readonly type: 'suspense'; readonly reason: FailReason; readonly leg: undefined };

/** Through an address of an order, less than one part of so many ends no order. */
const endingPart = 2n;

const suspense = (reason: FailReason): DepositOutcome => ({
  type: 'suspense',
  reason,
  leg: undefined,
});

/** Reason why a deposit cannot fill the order; undefined when it can. */
function findFault(
  { order, fillBy, allowsLate, leastDeposit }: OrderFacts,
  deposit: FinalDeposit,
  isPayable: boolean,
): FailReason | undefined {
  const [input, ...others] = order.inputs;
  if (input === undefined || others.length > 0) return 'UNKNOWN';
  if (input.payment.chainId !== deposit.chainSlug) return 'DEPOSIT_CHAIN_MISMATCH';
  if (input.payment.currency !== deposit.currency) return 'INCORRECT_DEPOSIT_CURRENCY';
  if (deposit.amount < (leastDeposit ?? BigInt(input.payment.amount)))
    return 'DEPOSITED_AMOUNT_TOO_LOW_TO_FILL';
  if (isLate(deposit, fillBy) && !allowsLate) return 'TTL_EXPIRED';
  return isPayable ? undefined : 'SOLVER_CAPACITY_EXCEEDED';
}

function isLate(deposit: FinalDeposit, fillBy: number): boolean {
  return deposit.time * 1000 > fillBy;
}

function matched(facts: OrderFacts, deposit: FinalDeposit): DepositOutcome {
  const quoted = mainPart(facts, deposit.amount);
  return {
    type: 'matched',
    reason: 'N/A',
    leg: mainLeg,
    quoted,
    excess: deposit.amount - quoted,
    isLate: isLate(deposit, facts.fillBy),
  };
}

/** A deposit that came back after a reorg keeps the part that was decided and paid before. */
function judgeReturned(
  { facts, history }: KnownOrder,
  deposit: FinalDeposit,
): DepositOutcome | undefined {
  const settlement = facts.settlements.find(
    (candidate) => candidate.leg === mainLeg && candidate.deposit === deposit.key,
  );
  if (settlement === undefined) return undefined;
  if (settlement.kind === 'fill') return matched(facts, deposit);
  const before = history.get(deposit.key)?.reason;
  return {
    type: 'refund',
    reason: failReasons.find((reason) => reason === before) ?? 'UNKNOWN',
    leg: mainLeg,
  };
}

/**
 * Whether it came through the order's open address: whatever that gets on its own chain is quoted
 * when it arrives.
 */
function isOpenTo({ order, address }: OrderFacts, deposit: FinalDeposit): boolean {
  return (
    address?.type === 'open' &&
    deposit.payer === address.address &&
    order.inputs[0]?.payment.chainId === deposit.chainSlug
  );
}

/**
 * Whether a faulty deposit may end the order: one that its payer made, or one through the order's
 * address of at least half of what was quoted. Anybody may send to an address, and a sweep does not
 * tell who did: other currencies and chains, whose units say nothing, and smaller amounts are paid
 * back beside the order.
 */
function isOwn({ payer, address, order }: OrderFacts, deposit: FinalDeposit): boolean {
  if (deposit.payer === payer) return true;
  const quoted = order.inputs[0]?.payment;
  return (
    quoted !== undefined &&
    deposit.payer === address?.address &&
    deposit.chainSlug === quoted.chainId &&
    deposit.currency === quoted.currency &&
    deposit.amount * endingPart >= BigInt(quoted.amount)
  );
}

/**
 * Decides what becomes of a final deposit. Pure.
 *
 * The first deposit that matches an order takes its main leg. So does a faulty first one of the
 * order's own payer, and the order ends with its refund; a faulty one of a stranger is paid back on
 * a leg of its own, so that nobody can spoil an order with dust. Whatever comes later is paid back.
 * One that comes after the order's time matches where the quote has late terms, and one that is
 * less than was quoted where a swap before it may bring less; how much either is filled with is for
 * the solver to say. Money that no signed order tells us where to send stays in suspense.
 *
 * @param known - what is known of the order and of its other deposits; undefined for an id that we
 *   never quoted
 * @param promise - what the order is to the service that runs here
 */
export function judgeDeposit(
  known: KnownOrder | undefined,
  deposit: FinalDeposit,
  { isOurs, isPayable }: Promised,
): DepositOutcome {
  if (known === undefined) return suspense('UNKNOWN');
  const { facts, history } = known;
  if (!isOurs) return suspense('INVALID_SIGNER');
  if (!deposit.isListed) return suspense('INCORRECT_DEPOSIT_CURRENCY');
  if (refundTerms(facts.order, deposit.chainSlug, deposit.currency) === undefined)
    return suspense('DEPOSIT_CHAIN_MISMATCH');
  const returned = judgeReturned(known, deposit);
  if (returned !== undefined) return returned;
  const mainSettlement = facts.settlements.find(({ leg }) => leg === mainLeg);
  const paidFor = mainSettlement === undefined ? undefined : history.get(mainSettlement.deposit);
  // The order was paid against a deposit that a reorg took back: this may be its replacement, which
  // an operator decides.
  if (paidFor?.state === 'reorged') return suspense('DEPOSIT_REORGED');
  const isMainTaken = mainSettlement !== undefined || history.isTaken(deposit.key);
  if (facts.address?.isDisabled === true && deposit.payer === facts.address.address) {
    const leg = !isMainTaken && isOwn(facts, deposit) ? mainLeg : deposit.key;
    return { type: 'refund', reason: 'ORDER_IS_CANCELLED', leg };
  }
  if (isOpenTo(facts, deposit)) {
    const isQuoted =
      !isMainTaken &&
      findFault(facts, deposit, isPayable) === undefined &&
      deposit.amount === BigInt(facts.order.inputs[0]?.payment.amount ?? 0);
    return isQuoted
      ? matched(facts, deposit)
      : { type: 'requote', reason: 'N/A', leg: deposit.key };
  }
  if (isMainTaken) return { type: 'refund', reason: 'DOUBLE_SPEND', leg: deposit.key };
  const fault = findFault(facts, deposit, isPayable);
  if (fault === undefined) return matched(facts, deposit);
  return { type: 'refund', reason: fault, leg: isOwn(facts, deposit) ? mainLeg : deposit.key };
}
