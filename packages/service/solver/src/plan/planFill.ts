import { terminalStatuses } from '@portage/core';
import type { FillIntent } from '@portage/core/chain';
import {
  ledgerAsset,
  sponsorAmount,
  type DuePayout,
  type PayoutDecision,
  outflowsOf,
  shortOrder,
} from '@portage/settlement';
import { fresh, type ChainContext } from '../context.js';
import { checkFillFee } from '../cost/fillFee.js';
import { judgeCost } from '../cost/judgeCost.js';
import { checkBurnedGas } from './checkBurnedGas.js';
import { chooseSwap } from './chooseSwap.js';
import type { Budget } from './createBudget.js';
import { checkPause } from './checkPause.js';
import { drop, refund, wait } from './decision.js';
import { isRefused } from './isRefused.js';
import { planLate } from './planLate.js';
import { planPresent } from './planPresent.js';
import { planRecovery } from './planRecovery.js';
import { readIntent } from './readIntent.js';

const readingDelayMs = 500;

/** Time until an order that waits for inventory of another chain is looked at again. */
const externalDelayMs = 1_000;

/**
 * Objection to a payment whatever it costs. It was asked when the order was signed; the
 * chain's own word counts.
 */
function checkTargets(
  { chain }: ChainContext,
  { recipient, currency, calls, authorizations = [] }: FillIntent,
): PayoutDecision | undefined {
  if (
    isRefused(() => {
      chain.checkRecipient(recipient);
    })
  )
    return refund('TRANSFER_FAILED');
  if (calls.length === 0 && authorizations.length === 0) return undefined;
  const payment = { currency, recipient };
  return isRefused(() => chain.calls?.check({ calls, authorizations, payment }))
    ? refund('EXECUTION_REVERTED')
    : undefined;
}

/**
 * Objection to a payout whose depositor reclaims the deposit, which counts as gone. Whether it does
 * is known only up to where the origin chain is read.
 */
function checkReclaim(
  context: ChainContext,
  { job, isUnderReclaim, originTime }: DuePayout,
): PayoutDecision | undefined {
  if (isUnderReclaim) return refund('RECLAIM_REQUESTED');
  const tip = context.chains.all.find(({ id }) => id === job.deposit.chainId)?.observe.tip()?.value;
  const behind = tip === undefined ? 0 : tip.time - originTime;
  return behind > context.policy.fills.originLagSecondsMax
    ? wait(1_000, 'the origin chain is not read up to its newest blocks')
    : undefined;
}

/** Time is the destination chain's own: a wrong clock of ours delays, and decides nothing. */
function checkTime(context: ChainContext, spend: DuePayout): PayoutDecision | undefined {
  const { chain, policy } = context;
  const tip = fresh(context, chain.observe.tip());
  if (tip === undefined) return wait(readingDelayMs, 'the tip of the chain is not known');
  const soonest = tip.time + chain.secondsPerPayment + policy.fills.deadlineMarginSeconds;
  if (soonest > spend.order.output.deadline) return refund('PROTOCOL_DEADLINE_EXPIRED');
  if (spend.job.isLate === true) return undefined;
  const graceMs = spend.executionTerms?.hasTtl === true ? 0 : policy.fills.graceMs;
  return tip.time * 1000 > spend.fillBy + graceMs ? refund('TTL_EXPIRED') : undefined;
}

function checkBudget(
  context: ChainContext,
  spend: DuePayout,
  budget: Budget,
  intent: FillIntent,
  gasReserve: bigint,
): PayoutDecision | undefined {
  const native = context.chain.native.address;
  const outflows = outflowsOf(intent, native);
  const gasAlone = outflows
    .filter(({ currency }) => currency === native)
    .reduce((sum, { amount }) => sum + amount, gasReserve);
  const shortages = [
    budget.shortage(native, gasAlone),
    ...outflows
      .filter(({ currency }) => currency !== native)
      .map(({ currency, amount }) => budget.shortage(currency, amount)),
  ];
  const shortage = shortages.find((found) => found !== undefined);
  if (shortage === undefined) return undefined;
  if (shortage === 'unknown') return wait(readingDelayMs, 'the inventory is not counted yet');
  // A path brings the rest; where it comes too late, the time of the order ends.
  if (spend.executionTerms?.external !== undefined)
    return wait(externalDelayMs, 'inventory of another chain is awaited');
  const left = context.policy.fills.capacityWaitMs - spend.waitedMs;
  if (left > 0) return wait(Math.min(left, readingDelayMs), 'the inventory is short');
  return refund(shortage === 'balance' ? 'SOLVER_BALANCE_TOO_LOW' : 'SOLVER_CAPACITY_EXCEEDED');
}

/**
 * Native currency that is borne for the gas of a fill: what the quote charged, or all of it where
 * it came off the payment. Undefined where the order does not tell how it was quoted.
 */
function chargeFor(
  context: ChainContext,
  { job, executionTerms, waitedMs }: DuePayout,
  gas: bigint,
): bigint | undefined {
  if (job.isLate === true) return gas;
  if (executionTerms?.quoted === undefined) return undefined;
  const charged = BigInt(executionTerms.quoted.gas);
  const verdict = judgeCost(context, { cost: gas, charged, waitedMs, comesOff: true });
  return verdict.type === 'pay' ? charged : gas;
}

/**
 * Decides about a fill: pay it, give the deposit back, or wait. Only a final deposit is spent
 * against, only in time, and only what the budget holds, the sponsor's balance included; what is
 * paid is what the signed order says, or within its minimum what late terms and the present market
 * leave. Pure but for what the chain keeps in memory.
 */
export function planFill(context: ChainContext, due: DuePayout, budget: Budget): PayoutDecision {
  const spend = shortOrder(due);
  if (!spend.isFinal) return drop('the deposit is not final any more');
  if (spend.settlement !== undefined) return drop('the order has its settlement');
  const recovery = planRecovery(context, spend, budget);
  if (recovery !== undefined) return recovery;
  // The request gave up waiting for this deposit: it goes back.
  if (!spend.filled && spend.status === 'failure') return refund('ORDER_IS_CANCELLED');
  if (spend.filled || terminalStatuses.has(spend.status)) return drop('the order has ended');
  if (spend.isOriginHalted) return wait(5_000, 'the origin chain is halted');
  const reclaimed = checkReclaim(context, spend);
  if (reclaimed !== undefined) return reclaimed;
  const late = checkTime(context, spend) ?? checkPause(context);
  if (late !== undefined) return late;
  const promised = readIntent(context, spend);
  if (promised === undefined) return refund('UNKNOWN');
  const refused =
    checkBurnedGas(context, spend, promised, budget) ?? checkTargets(context, promised);
  if (refused !== undefined) return refused;
  const swapped = chooseSwap(context, spend, promised);
  if (swapped.type !== 'fill') return swapped;
  const { currency, recipient, calls, callsGas, topup, authorizations } = promised;
  const gas = fresh(
    context,
    context.chain.gas.estimate({
      type: 'fill',
      currency,
      recipient,
      calls,
      callsGas,
      topup,
      authorizations,
      swapGas: swapped.swap?.gas,
    }),
  );
  if (gas === undefined) return wait(readingDelayMs, 'fees are not known');
  const tooDear = checkFillFee(context, spend, gas);
  if (tooDear !== undefined) return tooDear;
  // The late terms count a top-up as gas, as the quote charged it.
  const amount =
    spend.job.isLate === true
      ? planLate(context, spend, gas + (promised.topup ?? 0n))
      : planPresent(context, spend, gas);
  if (typeof amount !== 'bigint') return amount;
  const intent =
    amount === promised.amount ? swapped : chooseSwap(context, spend, { ...promised, amount });
  if (intent.type !== 'fill') return intent;
  const gasReserve = gas * context.policy.fills.gasReserveFactor;
  const { job, order, deposit, executionTerms } = spend;
  const sponsor = executionTerms?.sponsor;
  if (sponsor !== undefined && !budget.covers(sponsor.account, sponsorAmount(executionTerms)))
    return refund('SPONSOR_BALANCE_TOO_LOW');
  const short = checkBudget(context, spend, budget, intent, gasReserve);
  if (short !== undefined) return short;
  if (sponsor !== undefined) budget.charge(sponsor.account, sponsorAmount(executionTerms));
  for (const { currency: reserved, amount } of outflowsOf(intent, context.chain.native.address))
    budget.hold(reserved, amount);
  budget.hold(context.chain.native.address, gasReserve);
  if (calls.length > 0) budget.expose(gasReserve);
  const credit = { asset: ledgerAsset(job.deposit.chainId, deposit.currency), amount: job.amount };
  const { deadline } = order.output;
  const charged = chargeFor(context, spend, gas);
  const source = { credit, solver: order.solver, deadline, executionTerms, charged };
  return { type: 'pay', intent, source, gasReserve, isRewrite: false };
}
