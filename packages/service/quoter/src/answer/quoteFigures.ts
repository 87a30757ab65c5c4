import type { FeeParts } from '@portage/fees';
import type { Currency, PricedAsset, SponsorshipRequest, TradeType } from '@portage/core';
import type { SwapQuote } from '@portage/core/chain';
import { expectedInputOf, expectedInventoryOf } from '../price/expectedInput.js';
import type { PricedRoute, RouteAmounts } from '../price/pricedRoute.js';
import type { ListedCurrency } from '../route/catalog.js';
import { isSelfPayment } from '../payment/paymentMethod.js';
import type { Route } from '../route/route.js';

/** A currency as a quote shows it. */
export interface PricedCurrency {
  /** Id under which its text is stored. */
  readonly id: string;
  /** JSON text of `wire`. */
  readonly text: string;
  readonly wire: Currency;
  readonly rate: PricedAsset;
}

/** Parts that a currency plays in a quote. */
export type CurrencyRole = 'input' | 'deposit' | 'inventory' | 'output' | 'originNative';

/** Amounts that a quote shows, smallest units. */
export interface QuotedAmounts extends RouteAmounts {
  /** Input that a swap before the deposit takes now; all of the input without one. */
  readonly swappedInput: bigint;
  /** Input without the tolerances that come back: what impact and rate are worked out from. */
  readonly expectedInput: bigint;
  /** Inventory that a swap behind the fill takes now; all of the inventory without one. */
  readonly expectedInventory: bigint;
  /** Gas of the payer's own transactions. */
  readonly payerGas: bigint;
}

/** A sponsorship as it was asked for. */
export interface QuotedSponsorship extends Omit<SponsorshipRequest, 'subsidizationBps'> {
  /** Undefined where the request left it out, which means all. */
  readonly subsidizationBps: number | undefined;
  readonly isAllOrNothing: boolean;
}

/** Kinds of quotes. */
export const quoteOperations = ['bridge', 'swap', 'wrap', 'unwrap', 'send', 'call'] as const;

/** Kind of a quote. */
export type QuoteOperation = (typeof quoteOperations)[number];

/** Plain data of a quote: its answer is made from it, and it is what is stored. */
export interface QuoteFigures {
  readonly tradeType: TradeType;
  readonly operation: QuoteOperation;
  /** Whether the solver fills an order; otherwise the payer swaps or sends alone. */
  readonly hasOrder: boolean;
  readonly payer: string;
  readonly recipient: string;
  readonly currencies: Readonly<Record<CurrencyRole, PricedCurrency>>;
  readonly amounts: QuotedAmounts;
  /** Parts that the fees are made from, deposit currency. */
  readonly feeParts: FeeParts;
  readonly sponsorship: QuotedSponsorship | undefined;
  /** Names of those who swap on each side. */
  readonly routers: { readonly origin: string; readonly destination: string };
  /** Seconds from the deposit to the payment. */
  readonly seconds: number;
  readonly userBalance: bigint;
  readonly isFixedRate: boolean;
  /** Whether a payment after the time of the quote may still be filled. */
  readonly staysPayable: boolean;
}

/** Name of the solver where nothing is swapped. */
const solver = 'portage';

/** The figures of a priced route. Pure. */
export function quoteFigures(
  priced: PricedRoute,
  { seconds, userBalance }: Pick<QuoteFigures, 'seconds' | 'userBalance'>,
): QuoteFigures {
  const { route, swaps, feeParts, isFixedRate } = priced;
  const { request, accounts } = route;
  const hasOrder = !isSelfPayment(route.payment);
  return {
    tradeType: request.body.tradeType,
    operation: operationOf(priced),
    hasOrder,
    payer: accounts.payer,
    recipient: accounts.recipient,
    currencies: currenciesOf(priced),
    amounts: amountsOf(priced),
    feeParts,
    sponsorship: sponsorshipOf(route),
    routers: { origin: routerOf(swaps.origin), destination: routerOf(swaps.destination) },
    seconds,
    userBalance,
    isFixedRate,
    staysPayable: payableLate(route),
  };
}

/** Late deposits are filled where the request allows it; open addresses take them at new quotes. */
function payableLate({ request, payment }: Route): boolean {
  const { latePaymentSlippageBps = 0n, body } = request;
  const isOpen = payment.address !== undefined && body.tradeType !== 'EXACT_OUTPUT';
  return latePaymentSlippageBps > 0n || isOpen;
}

function currenciesOf({ route, rates }: PricedRoute): QuoteFigures['currencies'] {
  const show = ({ id, text, wire }: ListedCurrency, rate: PricedAsset): PricedCurrency => ({
    id,
    text,
    wire,
    rate,
  });
  return {
    input: show(route.inputCurrency, rates.input),
    deposit: show(route.depositCurrency, rates.deposit),
    inventory: show(route.inventoryCurrency, rates.inventory),
    output: show(route.outputCurrency, rates.output),
    originNative: show(route.nativeCurrencies.origin, rates.originNative),
  };
}

function amountsOf(priced: PricedRoute): QuotedAmounts {
  const { amounts, swaps, payerGas } = priced;
  const { input, deposit, inventory, output } = amounts;
  // Written out, because V8 copies an object that it then extends slowly.
  return {
    input,
    deposit,
    inventory,
    output,
    minimumDeposit: amounts.minimumDeposit,
    minimumOutput: amounts.minimumOutput,
    signedMinimum: amounts.signedMinimum,
    swappedInput: swaps.origin?.amountIn ?? input,
    expectedInput: expectedInputOf(priced),
    expectedInventory: expectedInventoryOf(priced),
    payerGas,
  };
}

function sponsorshipOf({ request, payment }: Route): QuotedSponsorship | undefined {
  const { sponsorship, body } = request;
  if (sponsorship === undefined) return undefined;
  const { components, maxSubsidization } = sponsorship;
  return {
    components,
    maxSubsidization,
    subsidizationBps: body.subsidizationBps,
    isAllOrNothing: payment.address !== undefined,
  };
}

/** A call is a payout of which the calls take all; a send moves a currency within its chain. */
function operationOf({ route, amounts }: PricedRoute): QuoteOperation {
  const { inputCurrency, outputCurrency, payment, extras } = route;
  const value = extras.calls.reduce((sum, call) => sum + call.value, 0n);
  if (extras.calls.length > 0 && value === amounts.output) return 'call';
  if (inputCurrency === outputCurrency) return 'send';
  if (inputCurrency.underlying !== outputCurrency.underlying) return 'swap';
  if (payment.type !== 'selfSwap') return 'bridge';
  return inputCurrency.asset.isNative ? 'wrap' : outputCurrency.asset.isNative ? 'unwrap' : 'swap';
}

function routerOf(swap: SwapQuote | undefined): string {
  return swap === undefined || swap.parts.length === 0
    ? solver
    : [...new Set(swap.parts.map(({ source }) => source))].join('+');
}
