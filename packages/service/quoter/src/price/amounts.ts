import { applySlippage } from '@portage/fees';
import { Money, requestFault, type PortageError } from '@portage/core';
import type { SwapQuote } from '@portage/core/chain';
import type { ListedCurrency } from '../route/catalog.js';
import type { Route } from '../route/route.js';
import { chargeInput, leastInput } from './chargeInput.js';
import type { AmountsInput, ChargedAmounts } from './chargedAmounts.js';
import { costsOf } from './costs.js';
import { fixedRateAmounts } from './fixedRateAmounts.js';
import type { RouteSwaps } from './pricedRoute.js';
import { paysInMinimum, slippageBpsOf, type SlippageContext } from './slippage.js';

/**
 * Works out the amounts of a route: at the fixed rate, out of the input, or towards the output.
 *
 * @throws PortageError `AMOUNT_TOO_LOW`, `NO_QUOTES`, `NO_SWAP_ROUTES_FOUND`, `PRICE_FETCH_FAILED`,
 *   `UNSUPPORTED_FEATURE`
 */
export function amountsOf(route: Route, input: AmountsInput): ChargedAmounts {
  const { fixedRate, body } = route.request;
  if (fixedRate !== undefined) return fixedRateAmounts(route, input, fixedRate);
  return body.tradeType === 'EXACT_INPUT' ? fromInput(route, input) : fromOutput(route, input);
}

/** The input after what the user pays of the fees, converted, rounded down. */
function fromInput(route: Route, { market, rates, sides }: AmountsInput): ChargedAmounts {
  const input = route.request.amount;
  const origin = sides.origin?.sell(input);
  const deposit =
    origin === undefined ? input : paidIn(route, origin, { policy: market.policy, sides });
  // Through which pools a swap goes, and so its gas, hardly depends on the fees that are taken
  // before it.
  const rough = sides.destination?.sell(Money.convertDown(deposit, rates.deposit, rates.inventory));
  const costs = costsOf(route, market, rates, { origin: origin?.gas, destination: rough?.gas });
  const charge = chargeInput(deposit, costs);
  const fee = charge.sponsorship.userPaysTotal;
  const inventory =
    deposit > fee ? Money.convertDown(deposit - fee, rates.deposit, rates.inventory) : 0n;
  if (inventory === 0n) throw tooLow(route.depositCurrency, deposit, fee);
  const destination = sides.destination?.sell(inventory);
  const output = destination === undefined ? inventory : paidOut(route, destination.amountOut);
  if (output === 0n) throw tooLow(route.depositCurrency, deposit, fee);
  return { input, deposit, inventory, output, charge, swaps: { origin, destination } };
}

/**
 * Part of what a swap brings that is paid in: all of it, or the least where deposits name their
 * amounts.
 */
function paidIn(route: Route, origin: SwapQuote, context: SlippageContext): bigint {
  if (!paysInMinimum(route)) return origin.amountOut;
  const bps = slippageBpsOf(route, { origin, destination: undefined }, context);
  return applySlippage(origin.amountOut, bps).minimumAmount;
}

/** Part of what a swap brings that a payment pays: all of it, or what it may name. Rounded down. */
function paidOut({ outputCurrency }: Route, brought: bigint): bigint {
  const { payoutMarginBps = 0n } = outputCurrency.chain.swaps ?? {};
  return Money.mulDivDown(brought, Money.wholeBps - payoutMarginBps, Money.wholeBps);
}

/** Amount that a swap must bring so that a payment may name an output. Rounded up. */
function broughtFor({ outputCurrency }: Route, output: bigint): bigint {
  const { payoutMarginBps = 0n } = outputCurrency.chain.swaps ?? {};
  return Money.mulDivUp(output, Money.wholeBps, Money.wholeBps - payoutMarginBps);
}

/** The least input that pays the output and what the user pays of the fees, each rounded up. */
function fromOutput(route: Route, { market, rates, sides }: AmountsInput): ChargedAmounts {
  const output = route.request.amount;
  const destination = sides.destination?.buy(broughtFor(route, output));
  const withTolerance = createTolerance(route, { policy: market.policy, sides });
  const inventory =
    destination === undefined
      ? output
      : withTolerance(destination.amountIn, { origin: undefined, destination });
  const needed = Money.convertUp(inventory, rates.inventory, rates.deposit);
  // The swap before is looked for once what it has to bring is known; which pools it takes hardly
  // depends on its own gas.
  const rough = route.payment.solverPaysSwapGas ? sides.origin?.buy(needed) : undefined;
  const swapGas = { origin: rough?.gas, destination: destination?.gas };
  const costs = costsOf(route, market, rates, swapGas);
  const deposit = leastInput(
    needed,
    (amount) => chargeInput(amount, costs).sponsorship.userPaysTotal,
  );
  if (deposit === undefined)
    throw requestFault('appFees', 'take all of any input', {
      code: 'AMOUNT_TOO_LOW',
      message: 'The fees take all of any input.',
      hint: 'Ask for lower app fees.',
    });
  const origin = sides.origin?.buy(deposit);
  const input =
    origin === undefined
      ? deposit
      : withTolerance(origin.amountIn, { origin, destination: undefined });
  const charge = chargeInput(deposit, costs);
  return { input, deposit, inventory, output, charge, swaps: { origin, destination } };
}

/** Adds a tolerance to the cost of a swap. */
type Tolerance = (cost: bigint, swaps: RouteSwaps) => bigint;

/**
 * An exact output is bought with what it costs now and the slippage tolerance; what is left of that
 * goes back.
 */
function createTolerance(route: Route, context: SlippageContext): Tolerance {
  if (route.request.body.tradeType !== 'EXACT_OUTPUT') return (cost) => cost;
  return (cost, swaps) =>
    Money.mulDivUp(cost, Money.wholeBps + slippageBpsOf(route, swaps, context), Money.wholeBps);
}

function tooLow({ asset }: ListedCurrency, amount: bigint, fee: bigint): PortageError {
  return requestFault('amount', 'does not cover the fees', {
    code: 'AMOUNT_TOO_LOW',
    message: `The amount does not cover the fees, ${Money.format(fee, asset.decimals)} ${asset.symbol}.`,
    hint: 'Send more than the fees.',
    context: { amount: amount.toString(), fee: fee.toString(), currency: asset.address },
  });
}
