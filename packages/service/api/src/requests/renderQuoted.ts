import {
  Money,
  serviceBucket,
  type CurrencyAmount,
  type Fees,
  type FeeSponsorship,
  type RequestEntry,
} from '@portage/core';
import type { Chains } from '@portage/core/chain';
import type { QuoteView } from '@portage/quoter';

type Data = RequestEntry['data'];

/**
 * Members of a list entry about money; nearly none where its stored quote is not readable. Pure.
 */
export function renderQuoted(view: QuoteView | undefined, chains: Chains): Partial<Data> {
  if (view === undefined) return { usesExternalLiquidity: false };
  const { details, fees, feeSponsorship } = view;
  const currency = assetIdOf(details.currencyIn, chains);
  const feeCurrency = assetIdOf(fees.relayer, chains);
  return {
    slippageTolerance: slippageBps(details.currencyOut),
    ...(currency === undefined ? {} : { currency }),
    currencyObject: details.currencyIn.currency,
    refundCurrencyData: details.refundCurrency,
    expandedPriceImpact: { quoted: details.expandedPriceImpact },
    metadata: {
      sender: details.sender,
      recipient: details.recipient,
      currencyIn: details.currencyIn,
      currencyOut: details.currencyOut,
      rate: details.rate,
      route: details.route,
    },
    timeEstimate: details.timeEstimate,
    ...(feeCurrency === undefined ? {} : { feeCurrency }),
    feeCurrencyObject: fees.relayer.currency,
    appFeeCurrencyObject: fees.app.currency,
    subsidizedRequest: BigInt(fees.subsidized.amount) > 0n,
    ...splitFees(fees, feeSponsorship),
    feeSponsorship,
    usesExternalLiquidity: false,
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

/** Gas and rent of the fill, flat part, price of the swap, and the service's share. */
function splitFees(
  { relayerGas }: Fees,
  sponsorship: FeeSponsorship,
): Pick<Data, 'fees' | 'feesUsd'> {
  const { execution, swap, rent, [serviceBucket]: gateway } = sponsorship.quoted.components;
  if (execution === undefined || swap === undefined || gateway === undefined) return {};
  const opening = BigInt(rent?.total.amount ?? '0');
  const openingUsd = rent === undefined ? 0n : microUsd(rent.total);
  const fixed = BigInt(execution.total.amount) + opening - BigInt(relayerGas.amount);
  const fixedUsd = microUsd(execution.total) + openingUsd - microUsd(relayerGas);
  return {
    fees: {
      gas: relayerGas.amount,
      fixed: fixed.toString(),
      price: swap.total.amount,
      gateway: gateway.total.amount,
    },
    feesUsd: {
      gas: relayerGas.amountUsd,
      fixed: Money.formatUsd(fixedUsd),
      price: swap.total.amountUsd,
      gateway: gateway.total.amountUsd,
    },
  };
}

/** USD strings of ours have six decimals, and a sign where they are negative. */
function microUsd({ amountUsd }: CurrencyAmount): bigint {
  return BigInt(amountUsd.replace('.', ''));
}

/** Id of an amount's asset, as in `usdc`; undefined where it is not traded any more. */
export function assetIdOf({ currency }: CurrencyAmount, chains: Chains): string | undefined {
  return chains.all
    .find(({ id }) => id === currency.chainId)
    ?.assets.find(({ address }) => address === currency.address)?.id;
}
