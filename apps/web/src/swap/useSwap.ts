import {
  isPortageError,
  Money,
  type ChainInfo,
  type PriceQuote,
  type Quote,
  type QuoteBody,
} from '@portage/sdk';
import { balanceOf, type Balances } from '../balances/useBalances.js';
import { parseUnits } from '../format/amounts.js';
import { useExecution } from '../execution/executionContext.js';
import { priceIn, unitsOf, valueOf, type UsdPrice } from '../prices/usdPrice.js';
import { useUsdPrice } from '../prices/useUsdPrice.js';
import { useStandIn } from '../wallets/useStandIn.js';
import { useWallets } from '../wallets/walletsContext.js';
import { useIsPast } from './useIsPast.js';
import { useMaxAmount } from './useMaxAmount.js';
import { useRecipient, type Recipient } from './useRecipient.js';
import { useSwapForm, type SwapForm } from './useSwapForm.js';
import { requestOf, usePrice, useSettled, useSwapQuote } from './useSwapQuote.js';

/** The swap that the user prepares. */
export interface Swap {
  readonly form: SwapForm;
  readonly recipient: Recipient;
  readonly balances: Balances;
  /** Balance of what is paid. */
  readonly balance: bigint | undefined;
  /** Smallest units that are paid; undefined while nothing right is entered. */
  readonly amount: bigint | undefined;
  /** Value of that in USD. */
  readonly valueUsd: string | undefined;
  readonly usdPrice: UsdPrice | undefined;
  /** Cost of the swap: by the quote, or by a price where there is no quote yet. */
  readonly price: PriceQuote | undefined;
  /** Quote that can be signed; undefined where there is none. */
  readonly ready: ReadyQuote | undefined;
  /** Whether the time of the quote is over and no newer one has come yet. */
  readonly isExpired: boolean;
  readonly error: Error | undefined;
  readonly isBusy: boolean;
  /** Milliseconds since 1970 of the next price. */
  readonly refreshesAt: number | undefined;
  readonly refresh: () => void;
  readonly toggleUsd: () => void;
  readonly useMax: () => void;
}

/** Quote with the request that it answers. */
export interface ReadyQuote {
  readonly quote: Quote;
  readonly request: QuoteBody;
}

const usdDecimals = 6;

/** Puts together what was entered, the wallets, and the price. */
export function useSwap(chains: readonly ChainInfo[], balances: Balances): Swap {
  const form = useSwapForm(chains);
  const { from, to } = form;
  const recipient = useRecipient(form);
  const wallet = useWallets().find(from?.chain.vmType);
  const payer = useStandIn(from?.chain);
  const payee = useStandIn(to?.chain);
  const asked = useUsdPrice({ from, to, payer, payee, enabled: form.isUsd });
  const amount = amountOf(form, asked);
  const wanted = requestOf(form, amount, {
    payer: wallet?.address,
    recipient: recipient.address,
    publicKey: wallet?.publicKey,
  });
  const guessed = requestOf(form, amount, { payer, recipient: payee, publicKey: undefined });
  const request = useSettled(wanted, JSON.stringify(wanted));
  const guess = useSettled(guessed, JSON.stringify(guessed));
  const isSettled = JSON.stringify(request) === JSON.stringify(wanted);
  const isIdle = useExecution().stored === undefined;
  const quote = useSwapQuote(request, isIdle);
  // Without a wallet, or one that holds too little, the price alone can be told.
  const price = usePrice(quote.data === undefined && amount !== undefined ? guess : undefined);
  const shown = quote.data ?? (amount === undefined ? undefined : price.data);
  const usdPrice = asked ?? (shown === undefined ? undefined : priceIn(shown));
  const error = isSettled ? (quote.error ?? price.error) : null;
  const balance = balanceOf(balances, from);
  const useMax = useMaxAmount({
    form,
    balance,
    price: shown,
    requestFor: (most) =>
      requestOf(form, most, {
        payer: wallet?.address,
        recipient: recipient.address ?? payee,
        publicKey: wallet?.publicKey,
      }),
  });
  const isExpired = useIsPast(quote.data?.expiresAt);
  const isReady = request !== undefined && quote.data !== undefined && isSettled && !isExpired;
  return {
    form,
    recipient,
    balances,
    balance,
    amount,
    usdPrice,
    isExpired,
    valueUsd: valueText(amount, usdPrice),
    price: shown,
    ready: isReady ? { quote: quote.data, request } : undefined,
    // That the wallet holds too little, the button says.
    error: error === null || isPortageError(error, 'INSUFFICIENT_FUNDS') ? undefined : error,
    isBusy: quote.isFetching || price.isFetching || !isSettled,
    refreshesAt: quote.refreshesAt,
    refresh: () => void (quote.data === undefined ? price : quote).refetch(),
    toggleUsd: () => {
      toggleUsd(form, amount, usdPrice);
    },
    useMax,
  };
}

function amountOf(
  { from, amountText, isUsd }: SwapForm,
  price: UsdPrice | undefined,
): bigint | undefined {
  if (from === undefined) return undefined;
  if (!isUsd) return parseUnits(amountText, from.currency.decimals);
  const micros = parseUnits(amountText, usdDecimals);
  if (micros === undefined || price === undefined) return undefined;
  const units = unitsOf(micros, price);
  return units > 0n ? units : undefined;
}

function valueText(amount: bigint | undefined, price: UsdPrice | undefined): string | undefined {
  return amount === undefined || price === undefined
    ? undefined
    : Money.format(valueOf(amount, price), usdDecimals);
}

function toggleUsd(form: SwapForm, amount: bigint | undefined, price: UsdPrice | undefined): void {
  const { from, isUsd } = form;
  if (from === undefined || price === undefined || amount === undefined) form.setUsd(!isUsd, '');
  else if (isUsd) form.setUsd(false, Money.format(amount, from.currency.decimals));
  else form.setUsd(true, centsOf(valueOf(amount, price)));
}

/** Millionths of a USD as dollars and cents, rounded down. */
function centsOf(micros: bigint): string {
  return Money.format(micros / 10_000n, 2);
}
