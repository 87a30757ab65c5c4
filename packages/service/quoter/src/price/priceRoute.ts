import { isSelfPayment } from '../payment/paymentMethod.js';
import type { Route } from '../route/route.js';
import { amountsOf } from './amounts.js';
import type { ChargedAmounts } from './chargedAmounts.js';
import { checkFillFee } from './checkFillFee.js';
import { checkExtras, checkLimits } from './checkLimits.js';
import { depositGasOf } from './depositGas.js';
import { externalOf } from './externalLiquidity.js';
import { fillGasOf, topupOf } from './fillGas.js';
import { isApprovedFor } from './isApprovedFor.js';
import { createSwapSide, type SwapSides } from './createSwapSide.js';
import type { Market } from './market.js';
import { payerGasOf } from './payerGas.js';
import type { PricedRoute } from './pricedRoute.js';
import { ratesOf, type RouteRates } from './rates.js';
import { minimumsOf } from './slippage.js';

/**
 * Prices a route at the prices, gas and balances in memory, or at the rate that the caller fixed.
 * Every division is rounded against the payer. Pure.
 *
 * @throws PortageError `PRICE_FETCH_FAILED`, `AMOUNT_TOO_LOW`, `AMOUNT_TOO_HIGH`,
 *   `INSUFFICIENT_LIQUIDITY`, `NO_QUOTES`, `NO_SWAP_ROUTES_FOUND`, `INVALID_EXTRA_TXS`,
 *   `ROUTE_TEMPORARILY_RESTRICTED`, `UNSUPPORTED_FEATURE`
 */
export function priceRoute(route: Route, market: Market): PricedRoute {
  const rates = ratesOf(route, market);
  market.checkTip(route.depositCurrency.chain);
  market.checkTip(route.outputCurrency.chain);
  if (!isSelfPayment(route.payment)) market.checkPays(route.outputCurrency.chain);
  const sides = swapSidesOf(route, market, rates);
  const charged = amountsOf(route, { market, rates, sides });
  const priced = withMinimums(route, { market, rates, sides, charged });
  checkFillFee(priced, market);
  checkLimits(priced, market);
  checkExtras(priced, market);
  return priced;
}

/** Sides of a route that lead through pools; none where a rate is fixed. */
function swapSidesOf(route: Route, market: Market, rates: RouteRates): SwapSides {
  const { inputCurrency, depositCurrency, inventoryCurrency, outputCurrency, filters } = route;
  const isFixed = route.request.fixedRate !== undefined;
  return {
    origin:
      isFixed || inputCurrency === depositCurrency
        ? undefined
        : createSwapSide(
            {
              from: { currency: inputCurrency, rate: rates.input },
              to: { currency: depositCurrency, rate: rates.deposit },
              native: rates.originNative,
              filter: filters.origin,
              isSolvers: false,
            },
            market,
          ),
    destination:
      isFixed || inventoryCurrency === outputCurrency
        ? undefined
        : createSwapSide(
            {
              from: { currency: inventoryCurrency, rate: rates.inventory },
              to: { currency: outputCurrency, rate: rates.output },
              native: rates.destinationNative,
              filter: filters.destination,
              isSolvers: true,
            },
            market,
          ),
  };
}

/** Numbers of a route before its minimums. */
interface ChargedRoute {
  readonly market: Market;
  readonly rates: RouteRates;
  readonly sides: SwapSides;
  readonly charged: ChargedAmounts;
}

function withMinimums(route: Route, { market, rates, sides, charged }: ChargedRoute): PricedRoute {
  const { input, deposit, inventory, output, swaps, charge } = charged;
  const isFixedRate = route.request.fixedRate !== undefined;
  const fee = charge.sponsorship.userPaysTotal;
  const order = { deposit, output, fee, swaps, isFixedRate };
  const { policy } = market;
  const { minimumDeposit, minimumOutput, signedMinimum } = minimumsOf(route, order, {
    policy,
    sides,
  });
  const topup = topupOf(route, market, rates);
  const isApproved = isApprovedFor(route, market, { input, swaps });
  return {
    route,
    rates,
    amounts: { input, deposit, inventory, output, minimumDeposit, minimumOutput, signedMinimum },
    isApproved,
    payerGas: payerGasOf(route, market, { swapGas: swaps.origin?.gas, isApproved }),
    depositGas: depositGasOf(route, market, swaps.origin?.gas),
    fillGas: fillGasOf(route, market, { topup, swapGas: swaps.destination?.gas }),
    topup,
    feeParts: charge.feeParts,
    fees: charge.fees,
    sponsorship: charge.sponsorship,
    appFees: charge.appFees.shares,
    swaps,
    isFixedRate,
    external: externalOf(route, { market, rates, deposit, inventory }),
  };
}
