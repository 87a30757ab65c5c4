import { isPortageError, terminalStatuses, type FillIntent, type OrderCall } from '@portage/core';
import { ledgerAsset, sponsorAmount, type ClaimedSpend } from '@portage/store';
import { fresh, type Desk } from '../context.js';
import type { Budget } from './createBudget.js';
import { drop, refund, wait, type Decision } from './decision.js';
import { inProportion } from './inProportion.js';
import { planLate } from './planLate.js';

const readingDelayMs = 500;

/** The destination calls of an order; undefined when this chain cannot read them. */
function readCalls({ chain }: Desk, encoded: readonly string[]): readonly OrderCall[] | undefined {
  const { codec } = chain;
  try {
    const calls = encoded.map((call) => codec.decodeCall?.(call));
    return calls.every((call) => call !== undefined) ? calls : undefined;
  } catch (error) {
    if (isPortageError(error)) return undefined;
    throw error;
  }
}

/** What the order promises, as this chain pays it; undefined when it cannot. */
function intentOf(desk: Desk, { order, payload }: ClaimedSpend): FillIntent | undefined {
  const [payment, ...others] = order.output.payments;
  const calls = readCalls(desk, order.output.calls);
  if (payment === undefined || others.length > 0 || calls === undefined || order.output.chainId !== desk.chain.slug) return undefined;
  const { recipient, currency } = payment;
  const isListed = desk.chain.assets.some(({ address }) => address === currency);
  if (!isListed) return undefined;
  return { type: 'fill', orderId: payload.orderId, currency, recipient, amount: BigInt(payment.expectedAmount), calls };
}

function isRefused(desk: Desk, recipient: string): boolean {
  try {
    desk.chain.checkRecipient(recipient);
    return false;
  } catch (error) {
    if (isPortageError(error)) return true;
    throw error;
  }
}

/** Time is the destination chain's own: a wrong clock of ours delays, and decides nothing. */
function checkTime(desk: Desk, spend: ClaimedSpend): Decision | undefined {
  const { chain, policy } = desk;
  const tip = fresh(desk, chain.observe.tip());
  if (tip === undefined) return wait(readingDelayMs, 'the tip of the chain is not known');
  const soonest = tip.time + chain.secondsPerPayment + policy.deadlineMarginSeconds;
  if (soonest > spend.order.output.deadline) return refund('PROTOCOL_DEADLINE_EXPIRED');
  if (spend.payload.isLate === true) return undefined;
  return tip.time * 1000 > spend.fillBy + policy.fillGraceMs ? refund('ORDER_EXPIRED') : undefined;
}

function checkBudget(desk: Desk, spend: ClaimedSpend, budget: Budget, intent: FillIntent, gasHold: bigint): Decision | undefined {
  const native = desk.chain.native.address;
  const gasAlone = intent.currency === native ? intent.amount + gasHold : gasHold;
  const shortage = budget.shortage(native, gasAlone) ?? (intent.currency === native ? undefined : budget.shortage(intent.currency, intent.amount));
  if (shortage === undefined) return undefined;
  if (shortage === 'unknown') return wait(readingDelayMs, 'the inventory is not counted yet');
  const left = spend.finalAt + desk.policy.capacityWaitMs - desk.now();
  if (left > 0) return wait(Math.min(left, readingDelayMs), 'the inventory is short');
  return refund(shortage === 'balance' ? 'SOLVER_BALANCE_TOO_LOW' : 'SOLVER_CAPACITY_EXCEEDED');
}

/**
 * Decides about a fill: pay it, give the deposit back, or wait. Only a final deposit is spent against, only in time, and
 * only what the budget holds, the sponsor's balance included; what is paid is what the signed order says, or within its
 * minimum what its late terms leave. Pure but for what the chain keeps in memory.
 */
export function planFill(desk: Desk, claimed: ClaimedSpend, budget: Budget): Decision {
  const spend = inProportion(claimed);
  if (!spend.isFinal) return drop('the deposit is not final any more');
  if (spend.slot !== undefined) return drop('the order has its settlement');
  if (spend.filled || terminalStatuses.has(spend.status)) return drop('the order has ended');
  if (spend.isOriginHalted) return wait(5_000, 'the origin chain is halted');
  const late = checkTime(desk, spend);
  if (late !== undefined) return late;
  const promised = intentOf(desk, spend);
  if (promised === undefined) return refund('UNKNOWN');
  if (isRefused(desk, promised.recipient)) return refund('TRANSFER_FAILED');
  const gas = fresh(desk, desk.chain.gas.estimate({ type: 'fill', currency: promised.currency, calls: promised.calls }));
  if (gas === undefined) return wait(readingDelayMs, 'fees are not known');
  const amount = spend.payload.isLate === true ? planLate(desk, spend, gas) : promised.amount;
  if (typeof amount !== 'bigint') return amount;
  const intent = { ...promised, amount };
  const gasHold = gas * desk.policy.gasHoldFactor;
  const { payload, order, deposit, charges } = spend;
  const sponsor = charges?.sponsor;
  if (sponsor !== undefined && !budget.covers(sponsor.account, sponsorAmount(charges))) return refund('SPONSOR_BALANCE_TOO_LOW');
  const short = checkBudget(desk, spend, budget, intent, gasHold);
  if (short !== undefined) return short;
  if (sponsor !== undefined) budget.charge(sponsor.account, sponsorAmount(charges));
  budget.hold(intent.currency, intent.amount);
  budget.hold(desk.chain.native.address, gasHold);
  const credit = { asset: ledgerAsset(payload.chainId, deposit.currency), amount: BigInt(payload.gross) };
  const source = { deposit: payload.deposit, credit, solver: order.solver, deadline: order.output.deadline, charges };
  return { type: 'pay', intent, source, gasHold, isRewrite: false };
}
