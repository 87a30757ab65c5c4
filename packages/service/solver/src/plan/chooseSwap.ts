import { Money, type Observed } from '@portage/core';
import type { FillIntent, SwapQuote, SwapRequest, Swaps } from '@portage/core/chain';
import type { DuePayout, ExecutionTerms, PayoutDecision } from '@portage/settlement';
import { fresh, type ChainContext } from '../context.js';
import { refund, wait } from './decision.js';

const readingDelayMs = 500;
/** Pause until a venue that was asked is looked at again. */
const venueDelayMs = 100;
/** Units of gas whose price is asked for: many, so that no rounding shows. */
const gasProbe = 1_000_000;

/**
 * Worth of units of gas in the currency that is paid, so that the best swap is the best after
 * gas; undefined before prices are known.
 */
function costOfGas(
  context: ChainContext,
  { currency }: FillIntent,
): ((units: number) => bigint) | undefined {
  const { chain } = context;
  const asset = chain.assets.find(({ address }) => address === currency);
  const price = asset === undefined ? undefined : fresh(context, context.prices(asset.id));
  const native = fresh(context, context.prices(chain.native.id));
  const cost = (swapGas: number): bigint | undefined =>
    fresh(context, chain.gas.estimate({ type: 'fill', currency, calls: [], swapGas }));
  const [once, twice] = [cost(gasProbe), cost(2 * gasProbe)];
  if (
    asset === undefined ||
    price === undefined ||
    native === undefined ||
    once === undefined ||
    twice === undefined
  )
    return undefined;
  const sides = [
    { decimals: chain.native.decimals, price: native },
    { decimals: asset.decimals, price },
  ] as const;
  return (units) =>
    Money.convertUp(Money.mulDivUp(BigInt(units), twice - once, BigInt(gasProbe)), ...sides);
}

/** The swap of what may be spent, before the pools are asked; undefined where nothing swaps. */
function requestOf(
  context: ChainContext,
  intent: FillIntent,
  { currency, included, excluded, hopsMax }: NonNullable<ExecutionTerms['fill']>,
  amount: bigint,
): SwapRequest | undefined {
  const { swaps, native } = context.chain;
  const tokenOf = (address: string): string | undefined =>
    address === native.address ? swaps?.wrapped : address;
  const [tokenIn, tokenOut] = [tokenOf(currency), tokenOf(intent.currency)];
  if (tokenIn === undefined || tokenOut === undefined) return undefined;
  return {
    tokenIn,
    tokenOut,
    type: 'EXACT_INPUT',
    amount,
    costOfGas: costOfGas(context, intent),
    included,
    excluded,
    hopsMax,
  };
}

/**
 * The best swap as pools and venues stand now, or `asking` while a venue has yet to answer. A
 * payment that has waited for half of its time goes by the pools, where they bring its least: what
 * a venue answers may not be what it does.
 */
function quoteSwap(
  { swaps, policy }: { readonly swaps: Swaps; readonly policy: ChainContext['policy'] },
  request: SwapRequest,
  { minimum, waitedMs }: { readonly minimum: bigint; readonly waitedMs: number },
): Observed<SwapQuote> | 'asking' | undefined {
  if (2 * waitedMs >= policy.fills.revertWaitMs) {
    const pooled = swaps.quote(request);
    if (pooled !== undefined && pooled.value.amountOut >= minimum) return pooled;
  }
  const asked: SwapRequest = { ...request, venues: 'payment' };
  return swaps.ask?.(asked) === undefined ? swaps.quote(asked) : 'asking';
}

/**
 * Currencies that a path touches between its ends, and what native currency is wrapped into: there
 * something may be left over.
 */
function touchedBy({ parts, tokenIn, tokenOut }: SwapQuote): readonly string[] {
  return [
    ...new Set([
      tokenIn,
      tokenOut,
      ...parts.flatMap(({ hops }) => hops.map((hop) => hop.tokenOut)),
    ]),
  ];
}

/**
 * The least that the swap of a payment brings: what is signed for a late deposit, what was quoted
 * for one that came in time.
 */
function leastOutput({ job, executionTerms }: DuePayout, signed: bigint): bigint {
  if (job.isLate === true) return signed;
  const quoted = BigInt(executionTerms?.quoted?.minimum ?? 0);
  return quoted > signed ? quoted : signed;
}

/** The least and the most that a payment may be. */
interface NamedBounds {
  readonly minimum: bigint;
  readonly most: bigint;
}

/**
 * Amount of a payment that must name it, where a swap brings it: what the pools bring now, less
 * what they may move by, rounded down, and never less than the least. Undefined where a payment
 * gives all that comes out.
 */
function namedOutput(
  { payoutMarginBps }: Swaps,
  { amountOut }: SwapQuote,
  { minimum, most }: NamedBounds,
): bigint | undefined {
  if (payoutMarginBps === undefined) return undefined;
  const left = Money.mulDivDown(amountOut, Money.wholeBps - payoutMarginBps, Money.wholeBps);
  const wanted = left < most ? left : most;
  return wanted > minimum ? wanted : minimum;
}

/**
 * The payment with the swap that brings what it pays, chosen as the pools stand now; the payment as
 * it is where the solver holds what the order pays. All that the payer was charged for is spent,
 * and never more; the chain itself refuses less than the least output. Where no way reaches that,
 * it waits a little, and then the deposit goes back.
 */
export function chooseSwap(
  context: ChainContext,
  spend: DuePayout,
  intent: FillIntent,
): FillIntent | PayoutDecision {
  const funds = spend.executionTerms?.fill;
  const [payment] = spend.order.output.payments;
  const { swaps, native } = context.chain;
  if (funds === undefined || payment === undefined) return intent;
  if (swaps === undefined) return refund('NO_INTERNAL_SWAP_ROUTES_FOUND');
  const minimum = leastOutput(spend, BigInt(payment.minimumAmount));
  // A late payment that expects less costs less, rounded down.
  const amount = Money.mulDivDown(
    BigInt(funds.amount),
    intent.amount,
    BigInt(payment.expectedAmount),
  );
  const request = requestOf(context, intent, funds, amount);
  const found =
    request === undefined
      ? undefined
      : quoteSwap({ swaps, policy: context.policy }, request, {
          minimum,
          waitedMs: spend.waitedMs,
        });
  if (found === 'asking') return wait(venueDelayMs, 'a venue is asked');
  const quote = fresh(context, found);
  if (found !== undefined && quote === undefined)
    return wait(readingDelayMs, 'the pools are not known');
  if (quote === undefined || quote.amountOut < minimum) {
    const left = context.policy.fills.revertWaitMs - spend.waitedMs;
    if (left > 0) return wait(Math.min(left, readingDelayMs), 'no swap brings what was signed');
    return refund(quote === undefined ? 'NO_INTERNAL_SWAP_ROUTES_FOUND' : 'TOO_LITTLE_RECEIVED');
  }
  const named = namedOutput(swaps, quote, {
    minimum,
    most: funds.surplusTo === 'solver' ? intent.amount : quote.amountOut,
  });
  const terms = {
    limit: named ?? minimum,
    deadline: spend.order.output.deadline,
    fromNative: funds.currency === native.address,
    toNative: intent.currency === native.address,
  };
  return {
    ...intent,
    amount: named ?? quote.amountOut,
    swap: {
      currency: funds.currency,
      amount,
      calls: swaps.build(quote, terms),
      gas: quote.gas,
      touched: touchedBy(quote),
      minimum: named ?? minimum,
      ...(funds.surplusTo === 'solver' ? { maximum: intent.amount } : {}),
    },
  };
}
