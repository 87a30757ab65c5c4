import { Money, refundTerms } from '@portage/core';
import { findAsset, type ChainAsset } from '@portage/core/chain';
import {
  ledgerAsset,
  mainLeg,
  type DuePayout,
  type PayoutDecision,
  refundAmount,
  type RefundSides,
} from '@portage/settlement';
import { fresh, type ChainContext } from '../context.js';
import { burnedCharge, type BurnedCharge } from './burnedCharge.js';
import type { Budget } from './createBudget.js';
import { checkPause } from './checkPause.js';
import { drop, wait } from './decision.js';
import { planRecovery } from './planRecovery.js';
import { refundIntent } from './refundIntent.js';
import { refundRecipient } from './refundRecipient.js';
import { sweepCharge } from './sweepCharge.js';

const readingDelayMs = 500;
const shortDelayMs = 1_000;
const cheaperGasDelayMs = 5_000;
/** A refund is decided anew after this part of its wait so far, so that a flood costs little. */
const waitedDivisor = 4;
/** Gas of calm times is taken for this part of what it is. */
const calmGasDivisor = 10n;

/**
 * Whether the settlement allows a refund now; undefined when it does. The database refuses what
 * this should overlook.
 */
function checkSettlement({ settlement, live, filled, job }: DuePayout): PayoutDecision | undefined {
  if (job.leg === mainLeg && filled) return drop('the order was filled');
  if (settlement === undefined) return undefined;
  if (settlement.settled) return drop('the settlement is settled');
  return live > 0 ? drop('a transaction of the settlement may still land') : undefined;
}

function sideOf(context: ChainContext, asset: ChainAsset): Money.PricedAsset | undefined {
  const price = fresh(context, context.prices(asset.id));
  return price === undefined ? undefined : { decimals: asset.decimals, price };
}

/** Whether an owner's signature is worth nothing any more: its money is the owner's again. */
function hasExpired({ clock }: ChainContext, { withdrawalMinimum, fillBy }: DuePayout): boolean {
  return withdrawalMinimum !== undefined && clock.now() > fillBy;
}

/**
 * Puts refunds and withdrawals off from the first comparison on that finds less in the depository
 * than the books say: it takes two in a row to halt the chain, and money that was paid is gone. A
 * withdrawal waits as well without a recent comparison: its owner has nobody to answer for
 * the rest, and what was not looked at is not known to be there.
 */
function checkSolvency(
  { chain, policy, askComparison }: ChainContext,
  { isDepositoryShort, comparedAgeMs, withdrawalMinimum }: DuePayout,
): PayoutDecision | undefined {
  if (isDepositoryShort === true)
    return wait(shortDelayMs, 'the depository holds less than the books');
  // Without a vault it is the sender's own money that is paid.
  if (withdrawalMinimum === undefined || chain.vault === undefined) return undefined;
  if (comparedAgeMs !== undefined && comparedAgeMs <= policy.balances.comparisonAgeMsMax)
    return undefined;
  askComparison?.();
  return wait(shortDelayMs, 'the depository was not compared with the books of late');
}

/**
 * A deposit that dear gas eats up waits for cheaper gas. One that would not be worth its refund in
 * calm times either is dust, which nothing waits for; nor does a withdrawal, which its owner can
 * sign again.
 */
function awaitCheaperGas(
  { policy }: ChainContext,
  { waitedMs, withdrawalMinimum }: DuePayout,
  calmAmount: bigint | undefined,
): PayoutDecision {
  const left = policy.fills.refundWaitMs - waitedMs;
  const delay = Math.max(cheaperGasDelayMs, waitedMs / waitedDivisor);
  return calmAmount === undefined || withdrawalMinimum !== undefined || left <= 0
    ? { type: 'unpayable', reason: 'AMOUNT_TOO_LOW_TO_REFUND' }
    : wait(Math.min(left, delay), 'gas costs more than the refund is worth');
}

/** Gas that comes off a refund beside its own. */
interface Charges {
  /** In the currency that is paid back. */
  readonly sweepCost: bigint;
  /** That of reverted calls. */
  readonly burned: BurnedCharge;
}

/** Reads what comes off a refund beside its own gas; undefined while it is not known. */
function readCharges(
  context: ChainContext,
  spend: DuePayout,
  { currency, sides }: { currency: Money.PricedAsset | undefined; sides: RefundSides | undefined },
): Charges | undefined {
  const burned = burnedCharge(context, spend, currency);
  const sweepCost = sweepCharge(spend, context.chain, sides);
  return burned === undefined || sweepCost === undefined ? undefined : { sweepCost, burned };
}

/**
 * Takes the gas of a sweep and that of reverted calls off a refund, as far as the least that
 * the order names is left, or one unit: what is paid back costs gas already. Pure.
 */
function takeCharges(
  whole: bigint,
  minimum: bigint,
  { sweepCost, burned: { gas, amount } }: Charges,
): { readonly amount: bigint; readonly chargedGas: bigint } {
  const left = minimum > 1n ? minimum : 1n;
  const kept = whole - sweepCost > left ? whole - sweepCost : left;
  const most = kept - left;
  return amount <= most
    ? { amount: kept - amount, chargedGas: gas }
    : { amount: left, chargedGas: Money.mulDivDown(gas, most, amount) };
}

/**
 * Decides about a refund. The recipient is the one that the signed order names, or who paid what
 * was paid twice; the amount is what came in less gas, that of the payer's own reverted calls
 * included. A main leg is refunded only when it has no
 * fill, or when its fill is proven dead. Pure but for what the chain keeps in memory.
 */
export function planRefund(
  context: ChainContext,
  spend: DuePayout,
  budget: Budget,
): PayoutDecision {
  const { chain, policy } = context;
  const { job, order, deposit } = spend;
  if (!spend.isFinal) return drop('the deposit is not final any more');
  const refused = checkSettlement(spend);
  if (refused !== undefined) return refused;
  const recovery = planRecovery(context, spend, budget);
  if (recovery !== undefined) return recovery;
  // A depositor that was quicker makes it fail; the refund is closed once that is final.
  if (
    !spend.isUnderReclaim &&
    spend.settlement?.kind === 'refund' &&
    spend.reverted > policy.fills.attemptsAfterRevertMax
  )
    return { type: 'unpayable', reason: 'MANUAL_REFUND_REQUIRED' };
  if (hasExpired(context, spend))
    return { type: 'unpayable', reason: 'MANUAL_REFUND_REQUIRED', isExpired: true };
  const terms = refundTerms(order, chain.slug, deposit.currency);
  const asset = findAsset(chain, deposit.currency);
  if (terms === undefined || asset === undefined)
    return { type: 'unpayable', reason: 'MANUAL_REFUND_REQUIRED' };
  const paused = checkPause(context) ?? checkSolvency(context, spend);
  if (paused !== undefined) return paused;
  const recipient = refundRecipient(spend, terms);
  const gas = fresh(
    context,
    chain.gas.estimate({ type: 'refund', currency: asset.address, recipient }),
  );
  const native = sideOf(context, chain.native);
  const currency = sideOf(context, asset);
  if (gas === undefined || (!asset.isNative && (native === undefined || currency === undefined)))
    return wait(readingDelayMs, 'fees or prices are not known');
  const sides =
    asset.isNative || native === undefined || currency === undefined
      ? undefined
      : { native, currency };
  const minimum =
    spend.withdrawalMinimum ??
    (terms.currency === asset.address ? BigInt(terms.minimumAmount) : 0n);
  const amountAt = (cost: bigint): bigint | undefined =>
    refundAmount(job.amount, cost, minimum, sides);
  const whole = amountAt(gas);
  if (whole === undefined) return awaitCheaperGas(context, spend, amountAt(gas / calmGasDivisor));
  const charges = readCharges(context, spend, { currency, sides });
  if (charges === undefined) return wait(readingDelayMs, 'fees or prices are not known');
  const { amount, chargedGas } = takeCharges(whole, minimum, charges);
  const gasReserve = gas * policy.fills.gasReserveFactor;
  if (budget.shortage(chain.native.address, gasReserve) !== undefined)
    return wait(2_000, 'there is no gas for the refund');
  budget.hold(chain.native.address, gasReserve);
  return {
    type: 'pay',
    intent: refundIntent(spend, asset, { recipient, amount }),
    source: {
      credit: { asset: ledgerAsset(job.deposit.chainId, asset.address), amount: job.amount },
      solver: order.solver,
      ...(chargedGas === 0n ? {} : { chargedGas }),
      charged: gas,
      // What was set apart for a fill that died goes back to its sponsor.
      executionTerms: spend.settlement?.intent.executionTerms,
    },
    gasReserve,
    isRewrite: spend.settlement !== undefined,
  };
}
