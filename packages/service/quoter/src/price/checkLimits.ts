import { Money, PortageError, requestFault } from '@portage/core';
import { isSelfPayment } from '../payment/paymentMethod.js';
import type { QuotePolicy } from '../policy.js';
import type { ListedCurrency } from '../route/catalog.js';
import { capacityOf } from './capacity.js';
import type { Market } from './market.js';
import type { PricedRoute } from './pricedRoute.js';

/** Orders hold amounts as 256-bit numbers. */
const orderAmountMax = 2n ** 256n - 1n;

/**
 * Refuses amounts that are too small, more than one request may move, more than the solver holds,
 * or too long to write. What its payer makes alone must only be large enough.
 *
 * @throws PortageError `AMOUNT_TOO_LOW`, `INSUFFICIENT_LIQUIDITY`, `PRICE_FETCH_FAILED`,
 *   `AMOUNT_TOO_HIGH`
 */
export function checkLimits(
  { route, rates, amounts, external }: PricedRoute,
  market: Market,
): void {
  const { depositCurrency, inventoryCurrency, payment } = route;
  const { deposit, inventory } = rates;
  const { policy } = market;
  const depositMicroUsd = Money.usdDown(amounts.deposit, deposit.decimals, deposit.price);
  if (depositMicroUsd < policy.minimumInputMicroUsd)
    throw tooSmall(depositCurrency, {
      amount: amounts.deposit,
      least: Money.fromUsdUp(policy.minimumInputMicroUsd, deposit.decimals, deposit.price),
    });
  checkOutput(route.outputCurrency, amounts.output, market.facts.leastOutput);
  if (isSelfPayment(payment)) return;
  const inventoryMicroUsd = Money.usdDown(amounts.inventory, inventory.decimals, inventory.price);
  checkCapacity(depositCurrency, depositMicroUsd, policy);
  checkCapacity(inventoryCurrency, inventoryMicroUsd, policy);
  if (depositCurrency.asset.id !== inventoryCurrency.asset.id)
    for (const currency of [depositCurrency, inventoryCurrency])
      if (!market.isConfirmed(currency))
        checkUnconfirmed(
          currency,
          depositMicroUsd > inventoryMicroUsd ? depositMicroUsd : inventoryMicroUsd,
          policy,
        );
  if (external === undefined) checkBalance(inventoryCurrency, market, amounts.inventory);
  if (amounts.deposit > orderAmountMax || amounts.output > orderAmountMax)
    throw requestFault('amount', 'does not fit 256 bits', {
      code: 'AMOUNT_TOO_HIGH',
      message: 'The amount does not fit the 256 bits of an order.',
    });
}

function tooSmall(
  { asset }: ListedCurrency,
  { amount, least }: { readonly amount: bigint; readonly least: bigint },
): PortageError {
  return requestFault('amount', 'is below the smallest that is taken', {
    code: 'AMOUNT_TOO_LOW',
    message: `The amount is below the smallest that is taken, ${Money.format(least, asset.decimals)} ${asset.symbol}.`,
    context: { amount: amount.toString(), minimumAmount: least.toString() },
  });
}

/** A new account must hold its rent: the chain refuses to pay it less. */
function checkOutput({ chain, asset }: ListedCurrency, amount: bigint, least = 0n): void {
  if (amount >= least) return;
  const smallest = `${Money.format(least, asset.decimals)} ${asset.symbol}`;
  throw requestFault('amount', 'is below the least that a new account is paid', {
    code: 'AMOUNT_TOO_LOW',
    message: `The recipient has no account on chain ${String(chain.id)} yet, and a new one must get ${smallest} at least.`,
    hint: 'Send more, or name a recipient that has an account.',
    context: { amount: amount.toString(), minimumAmount: least.toString() },
  });
}

function checkCapacity(currency: ListedCurrency, microUsd: bigint, policy: QuotePolicy): void {
  const capacity = capacityOf(currency.name, policy);
  if (microUsd <= capacity) return;
  const where =
    capacity === policy.capacityPerRequestMicroUsd
      ? ''
      : ` in ${currency.asset.symbol} on chain ${String(currency.chain.id)}`;
  throw requestFault('amount', 'is more than one request may move', {
    code: 'INSUFFICIENT_LIQUIDITY',
    message: `The amount is worth more than one request may move${where}, ${Money.formatUsd(capacity)} USD.`,
    hint: 'Split the amount over several requests.',
    context: { capacityPerRequestUsd: Money.formatUsd(capacity) },
  });
}

/** An asset whose price nothing confirms is exchanged in small amounts only. */
function checkUnconfirmed(
  { asset }: ListedCurrency,
  microUsd: bigint,
  { unconfirmedMicroUsdMax }: QuotePolicy,
): void {
  if (microUsd <= unconfirmedMicroUsdMax) return;
  const most = Money.formatUsd(unconfirmedMicroUsdMax);
  throw requestFault('amount', 'is more than is exchanged at a price of one source', {
    code: 'INSUFFICIENT_LIQUIDITY',
    message: `The price of ${asset.symbol} has one source only; it is exchanged up to ${most} USD.`,
    hint: 'Split the amount over several requests.',
    context: { capacityPerRequestUsd: most },
  });
}

function checkBalance(currency: ListedCurrency, market: Market, amount: bigint): void {
  const { chain, asset } = currency;
  const balance = market.balance(currency);
  if (amount <= balance) return;
  throw requestFault('amount', 'is more than the solver holds', {
    code: 'INSUFFICIENT_LIQUIDITY',
    message: `The solver does not hold ${Money.format(amount, asset.decimals)} ${asset.symbol} on chain ${String(chain.id)}.`,
    hint: mayHelp(currency, market, amount - balance)
      ? 'Try a smaller amount, or set useExternalLiquidity to wait for what is held elsewhere.'
      : 'Try a smaller amount.',
    context: { available: balance.toString(), needed: amount.toString() },
  });
}

/** Whether a path could bring what is missing. */
function mayHelp(currency: ListedCurrency, market: Market, missing: bigint): boolean {
  return market.external.bring(currency, missing, market)?.isHeld === true;
}

/**
 * Refuses calls that want more native currency than they are paid, and a top-up that the solver
 * does not hold.
 *
 * @throws PortageError `INVALID_EXTRA_TXS`, `INSUFFICIENT_LIQUIDITY`, `PRICE_FETCH_FAILED`
 */
export function checkExtras({ route, amounts, topup }: PricedRoute, market: Market): void {
  const { extras, outputCurrency, nativeCurrencies } = route;
  const value = extras.calls.reduce((sum, call) => sum + call.value, 0n);
  const available = outputCurrency.asset.isNative ? amounts.signedMinimum : 0n;
  if (value > available) {
    const message = `carry ${value.toString()} of native currency, and are paid ${available.toString()} for certain`;
    throw requestFault('txs', message, {
      code: 'INVALID_EXTRA_TXS',
      message: `txs ${message}.`,
      hint: 'Ask for native currency, with EXACT_OUTPUT of at least the sum of the values.',
    });
  }
  if (topup > 0n) checkTopup(nativeCurrencies.destination, market, topup);
}

function checkTopup(native: ListedCurrency, market: Market, topup: bigint): void {
  const { chain, asset } = native;
  if (topup <= market.balance(native)) return;
  throw new PortageError('INSUFFICIENT_LIQUIDITY', {
    message: `The solver does not hold ${Money.format(topup, asset.decimals)} ${asset.symbol} on chain ${String(chain.id)} for the top-up.`,
    hint: 'Try without topupGas.',
  });
}
