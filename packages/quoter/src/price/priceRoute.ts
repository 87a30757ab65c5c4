import { applySlippage, sponsorCap, type FixedRate, type SponsorTerms } from '@portage/fees';
import { Money, PortageError, type SponsorshipRequest } from '@portage/core';
import { readSweepGas } from '../depositAddress/readSweepGas.js';
import type { Policy } from '../policy.js';
import type { Place } from '../route/catalog.js';
import type { Route } from '../route/findRoute.js';
import { automaticSlippage, type SlippageSwaps } from './automaticSlippage.js';
import { chargeFixedRate } from './chargeFixedRate.js';
import { chargeInput, type Charge, type Costs } from './chargeInput.js';
import { checkLimits, checkSize } from './checkLimits.js';
import { createSwapLeg, type PricedPlace, type SwapLeg } from './createSwapLeg.js';
import { leastDeposit } from './leastDeposit.js';
import { leastInput } from './leastInput.js';
import type { Market, RoutePrices } from './market.js';
import type { PricedRoute, RouteSwaps } from './pricedRoute.js';
import { checkExtras, topupOf } from './priceExtras.js';
import { readDepositGas, readFillGas, readOriginGas, readPrices } from './readMarket.js';
import { createRebalancing } from './rebalancing.js';
import { readFresh } from './readFresh.js';

/**
 * Prices a route at the prices, gas and balances in memory, or at the rate that the caller fixed.
 * Every division is rounded against the payer. Pure.
 *
 * @throws PortageError `PRICE_FETCH_FAILED`, `AMOUNT_TOO_LOW`, `AMOUNT_TOO_HIGH`,
 *   `INSUFFICIENT_LIQUIDITY`, `NO_QUOTES`, `NO_SWAP_ROUTES_FOUND`
 */
export function priceRoute(route: Route, market: Market, fixedRate?: FixedRate): PricedRoute {
  const { policy } = market;
  const prices = readPrices(route, market);
  checkTip(route.origin, market);
  checkTip(route.destination, market);
  const amounts =
    fixedRate === undefined
      ? atMarket(route, market, prices)
      : atFixedRate(route, market, prices, fixedRate);
  if (route.isSelfExecuted) checkSize(route, market, prices, amounts.amountIn);
  else checkLimits(route, market, prices, amounts);
  const isFixedRate = fixedRate !== undefined;
  const { minimumInTime, minimumOut } = readMinimums(route, amounts, { policy, isFixedRate });
  const { amountGiven, amountIn, amountHeld, amountOut, swaps, charge } = amounts;
  const topup = topupOf(route, prices, market);
  checkExtras(route, market, { topup, minimumOut });
  return {
    route,
    prices,
    amountGiven,
    amountIn,
    amountHeld,
    amountOut,
    swaps,
    topup,
    minimumInTime,
    minimumOut,
    leastIn:
      swaps.origin === undefined || route.request.body.tradeType === 'EXACT_OUTPUT'
        ? amountIn
        : leastDeposit({
            amountIn,
            amountOut,
            fee: charge.sponsorship.userPaysTotal,
            minimumOut: minimumInTime,
          }),
    originGas: readOriginGas(route, market, swaps.origin?.gas),
    fees: charge.fees,
    appFees: charge.appFees.shares,
    sponsorship: charge.sponsorship,
    isFixedRate,
  };
}

/** A chain whose blocks stopped coming is not quoted. */
function checkTip({ chain }: Place, { policy, now }: Market): void {
  readFresh(chain.observe.tip(), {
    what: `newest block of chain ${String(chain.id)}`,
    now,
    maxAgeMs: policy.maxAgeMs.tip,
  });
}

interface Amounts extends Pick<
  PricedRoute,
  'amountGiven' | 'amountIn' | 'amountHeld' | 'amountOut' | 'swaps'
> {
  readonly charge: Charge;
}

const noSwaps: RouteSwaps = { origin: undefined, destination: undefined };

function atFixedRate(route: Route, market: Market, prices: RoutePrices, rate: FixedRate): Amounts {
  if (route.given !== route.origin || route.held !== route.destination) {
    const message = 'A fixed rate goes with no swap.';
    throw new PortageError('UNSUPPORTED_FEATURE', {
      message,
      hint: 'Leave fixedRate out, or choose currencies that are bridged.',
      details: [{ path: 'fixedRate', message }],
    });
  }
  const { amountIn, amountOut, charge } = chargeFixedRate(
    route,
    prices,
    readCosts(route, market, prices),
    rate,
  );
  return {
    amountGiven: amountIn,
    amountIn,
    amountHeld: amountOut,
    amountOut,
    charge,
    swaps: noSwaps,
  };
}

function atMarket(route: Route, market: Market, prices: RoutePrices): Amounts {
  const place = (name: 'given' | 'origin' | 'held' | 'destination'): PricedPlace => ({
    place: route[name],
    side: prices[name],
  });
  const { filters } = route;
  const pricing: Pricing = {
    route,
    market,
    prices,
    before:
      route.given === route.origin
        ? undefined
        : createSwapLeg(
            {
              from: place('given'),
              to: place('origin'),
              native: prices.originNative,
              filter: filters.origin,
            },
            market,
          ),
    after:
      route.held === route.destination
        ? undefined
        : createSwapLeg(
            {
              from: place('held'),
              to: place('destination'),
              native: prices.destinationNative,
              filter: filters.destination,
            },
            market,
          ),
  };
  return route.request.body.tradeType === 'EXACT_INPUT' ? fromInput(pricing) : fromOutput(pricing);
}

/** What amounts are worked out with. */
interface Pricing {
  readonly route: Route;
  readonly market: Market;
  readonly prices: RoutePrices;
  readonly before: SwapLeg | undefined;
  readonly after: SwapLeg | undefined;
}

/** What a swap costs that nobody but its payer makes. */
const nothing: Omit<Costs, 'sponsor'> = {
  gas: 0n,
  rent: 0n,
  fixed: 0n,
  gatewayBps: 0n,
  rebalancing: () => 0n,
  appFees: [],
};

/** Gas of the swaps of a route, units. */
interface SwapGas {
  readonly before?: number | undefined;
  readonly after?: number | undefined;
}

function readCosts(
  route: Route,
  market: Market,
  prices: RoutePrices,
  swapGas: SwapGas = {},
): Costs {
  const { policy } = market;
  const { sponsorship } = route.request;
  const sponsor =
    sponsorship === undefined
      ? undefined
      : sponsorTerms(sponsorship, prices, route.request.body.useDepositAddress === true);
  if (route.isSelfExecuted) return { ...nothing, sponsor };
  const topup = topupOf(route, prices, market);
  return {
    // The top-up is gas that the recipient burns later, and charged like the gas that the solver
    // burns; so is that of a deposit that we make.
    gas:
      Money.convertUp(
        readFillGas(route, market, { swapGas: swapGas.after, topup }) + topup,
        prices.destinationNative,
        prices.origin,
      ) +
      Money.convertUp(
        readDepositGas(route, market, swapGas.before),
        prices.originNative,
        prices.origin,
      ) +
      readSweepGas(route, market, prices),
    rent:
      market.rent === undefined
        ? 0n
        : Money.convertUp(market.rent, prices.destinationNative, prices.origin),
    fixed: Money.fromUsdUp(policy.flatFeeMicroUsd, prices.origin.decimals, prices.origin.price),
    gatewayBps: readGatewayBps(route, policy),
    rebalancing: createRebalancing(route, market, prices),
    appFees: route.appFees,
    sponsor,
  };
}

function sponsorTerms(
  { components, subsidizationBps, maxSubsidization }: SponsorshipRequest,
  { origin }: RoutePrices,
  isAllOrNothing: boolean,
): SponsorTerms {
  return {
    isAllOrNothing,
    components,
    bps: BigInt(subsidizationBps),
    cap: maxSubsidization === undefined ? undefined : sponsorCap(maxSubsidization, origin),
  };
}

/** What is left of the input after what the user pays of the fees, converted, rounded down. */
function fromInput({ route, market, prices, before, after }: Pricing): Amounts {
  const amountGiven = route.request.amount;
  const origin = before?.sell(amountGiven);
  const amountIn = origin?.amountOut ?? amountGiven;
  // Through which pools a swap goes, and so its gas, hardly depends on the fees that are taken
  // before it.
  const rough = after?.sell(Money.convertDown(amountIn, prices.origin, prices.held));
  const charge = chargeInput(
    amountIn,
    readCosts(route, market, prices, { before: origin?.gas, after: rough?.gas }),
  );
  const fee = charge.sponsorship.userPaysTotal;
  const amountHeld =
    amountIn > fee ? Money.convertDown(amountIn - fee, prices.origin, prices.held) : 0n;
  if (amountHeld === 0n) throw tooLow(route.origin, amountIn, fee);
  const destination = after?.sell(amountHeld);
  const amountOut = destination?.amountOut ?? amountHeld;
  if (amountOut === 0n) throw tooLow(route.origin, amountIn, fee);
  return { amountGiven, amountIn, amountHeld, amountOut, charge, swaps: { origin, destination } };
}

/**
 * The least input that pays for the output and for what the user pays of the fees, each rounded up.
 */
function fromOutput({ route, market, prices, before, after }: Pricing): Amounts {
  const amountOut = route.request.amount;
  const destination = after?.buy(amountOut);
  const amountHeld =
    destination === undefined
      ? amountOut
      : withTolerance(destination.amountIn, { destination }, route, market);
  // The swap before is looked for once what it has to bring is known; which pools it takes hardly
  // depends on its own gas.
  const isOurs =
    route.request.body.usePermit === true || route.request.body.originGasOverhead !== undefined;
  const roughBefore = isOurs
    ? before?.buy(Money.convertUp(amountHeld, prices.held, prices.origin))
    : undefined;
  const costs = readCosts(route, market, prices, {
    before: roughBefore?.gas,
    after: destination?.gas,
  });
  const needed = Money.convertUp(amountHeld, prices.held, prices.origin);
  const amountIn = leastInput(
    needed,
    (input) => chargeInput(input, costs).sponsorship.userPaysTotal,
  );
  if (amountIn === undefined)
    throw new PortageError('AMOUNT_TOO_LOW', {
      message: 'The fees take all of any input.',
      hint: 'Ask for lower app fees.',
    });
  const origin = before?.buy(amountIn);
  const amountGiven =
    origin === undefined ? amountIn : withTolerance(origin.amountIn, { origin }, route, market);
  return {
    amountGiven,
    amountIn,
    amountHeld,
    amountOut,
    charge: chargeInput(amountIn, costs),
    swaps: { origin, destination },
  };
}

/**
 * An exact output is bought with what it costs now and the slippage tolerance; what is left of that
 * goes back.
 */
function withTolerance(
  cost: bigint,
  swaps: SlippageSwaps,
  route: Route,
  { policy }: Market,
): bigint {
  if (route.request.body.tradeType !== 'EXACT_OUTPUT') return cost;
  return Money.mulDivUp(
    cost,
    Money.wholeBps + (route.request.slippageBps ?? automaticSlippage(route, swaps, policy)),
    Money.wholeBps,
  );
}

/**
 * What is promised of an output. EXACT_OUTPUT and a fixed rate promise all of it; otherwise the
 * slippage tolerance is taken off, and from what is signed the tolerance of late deposits, too: a
 * late payment is never below what was signed.
 */
function readMinimums(
  route: Route,
  { amountOut, swaps }: Amounts,
  { policy, isFixedRate }: { readonly policy: Policy; readonly isFixedRate: boolean },
): Pick<PricedRoute, 'minimumInTime' | 'minimumOut'> {
  const {
    request: { body, slippageBps, latePaymentSlippageBps },
    isSelfExecuted,
  } = route;
  if (isFixedRate || body.tradeType === 'EXACT_OUTPUT')
    return { minimumInTime: amountOut, minimumOut: amountOut };
  const minimumInTime = applySlippage(
    amountOut,
    slippageBps ?? automaticSlippage(route, swaps, policy),
  ).minimumAmount;
  const lateBps = isSelfExecuted ? 0n : (latePaymentSlippageBps ?? 0n);
  return { minimumInTime, minimumOut: applySlippage(minimumInTime, lateBps).minimumAmount };
}

function readGatewayBps({ given, destination }: Route, { gatewayBps }: Policy): bigint {
  if (given.underlying === destination.underlying) return gatewayBps.same;
  if (given.assetClass === 'minor' || destination.assetClass === 'minor') return gatewayBps.minor;
  return given.assetClass === 'stable' && destination.assetClass === 'stable'
    ? gatewayBps.stable
    : gatewayBps.major;
}

function tooLow({ asset }: Place, amount: bigint, fee: bigint): PortageError {
  return new PortageError('AMOUNT_TOO_LOW', {
    message: `The amount does not cover the fees, ${Money.format(fee, asset.decimals)} ${asset.symbol}.`,
    hint: 'Send more than the fees.',
    details: [{ path: 'amount', message: 'does not cover the fees' }],
    context: { amount: amount.toString(), fee: fee.toString(), currency: asset.address },
  });
}
