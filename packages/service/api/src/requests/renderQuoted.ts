import { Money, type CurrencyAmount, type RequestEntry } from '@portage/core';
import type { Chains } from '@portage/core/chain';
import type { QuoteView, SettledQuote } from '@portage/quoter';

type Data = RequestEntry['data'];

/** Facts about a request beside its quote. */
interface Outcome {
  /** Fees and amounts as booked; undefined until the books know them. */
  readonly settled: SettledQuote | undefined;
  /** Gas top-up of its order. */
  readonly topup: CurrencyAmount | undefined;
  /** Whether its payment waits for inventory of another chain. */
  readonly isExternal: boolean;
  /** Amount that it paid back; undefined unless it ended as a refund. */
  readonly refunded: CurrencyAmount | undefined;
}

/**
 * Members of a list entry about money; nearly none where its stored quote is not readable. Pure.
 */
export function renderQuoted(
  view: QuoteView | undefined,
  { settled, topup, isExternal, refunded }: Outcome,
  chains: Chains,
): Partial<Data> {
  if (view === undefined) return { usesExternalLiquidity: isExternal };
  const { details, fees, feeSponsorship } = view;
  const currency = assetIdOf(details.currencyIn, chains);
  const feeCurrency = assetIdOf(fees.relayer, chains);
  return {
    slippageTolerance: slippageBps(details.currencyOut),
    ...(currency === undefined ? {} : { currency }),
    currencyObject: details.currencyIn.currency,
    ...(refunded === undefined ? {} : { refundCurrencyData: refunded }),
    expandedPriceImpact: {
      quoted: details.expandedPriceImpact,
      ...(settled?.actual === undefined ? {} : { actual: settled.actual.expandedPriceImpact }),
    },
    metadata: {
      sender: details.sender,
      recipient: details.recipient,
      currencyIn: details.currencyIn,
      currencyOut: details.currencyOut,
      rate: details.rate,
      route: details.route,
      ...(topup === undefined ? {} : { currencyGasTopup: topup }),
    },
    timeEstimate: details.timeEstimate,
    ...(feeCurrency === undefined ? {} : { feeCurrency }),
    feeCurrencyObject: fees.relayer.currency,
    appFeeCurrencyObject: fees.app.currency,
    subsidizedRequest: BigInt(fees.subsidized.amount) > 0n,
    ...(settled === undefined ? {} : { fees: settled.fees, feesUsd: settled.feesUsd }),
    feeSponsorship,
    usesExternalLiquidity: isExternal,
  };
}

/**
 * Basis points between the expected and the least amount. What they took off was rounded down, so
 * rounding up finds them again.
 */
function slippageBps({ amount, minimumAmount }: CurrencyAmount): string {
  const expected = BigInt(amount);
  return expected === 0n
    ? '0'
    : Money.mulDivUp(expected - BigInt(minimumAmount), Money.wholeBps, expected).toString();
}

/** Id of an amount's asset, as in `usdc`; undefined where it is not traded any more. */
export function assetIdOf({ currency }: CurrencyAmount, chains: Chains): string | undefined {
  return chains.all
    .find(({ id }) => id === currency.chainId)
    ?.assets.find(({ address }) => address === currency.address)?.id;
}
