import {
  formatPercent,
  formatUsdChange,
  rate,
  showSlippage,
  type Impact,
  type SponsoredBucket,
  type Sponsorship,
} from '@portage/fees';
import type { Details, FeeSponsorship, Quote } from '@portage/core';
import { quoteCost, type QuoteCost } from './quoteCost.js';
import type { QuoteFigures } from './quoteFigures.js';
import { createAmounts, showAmount, worthOf, type ShownAmount } from './showAmount.js';

/** Members of a quote about money. */
export type QuoteView = Pick<Quote, 'fees' | 'feeSponsorship' | 'details'>;

/**
 * Members of a quote about money: the one description, for answers and for lists of stored quotes.
 * Pure: the arithmetic of a stored version must not change its answer.
 *
 * @param cost - the cost of the figures, where it is known already
 * @see docs/spec/quote.md#answer
 */
export function quoteView(figures: QuoteFigures, cost: QuoteCost = quoteCost(figures)): QuoteView {
  const { currencies, amounts } = figures;
  const { fees, sponsorship } = cost;
  const charged = createAmounts(currencies.deposit);
  return {
    fees: {
      gas: showAmount(currencies.originNative, amounts.payerGas),
      relayer: charged(fees.relayer),
      relayerGas: charged(fees.relayerGas),
      relayerService: charged(fees.relayerService),
      app: charged(fees.app),
      subsidized: charged(sponsorship.sponsoredTotal),
    },
    feeSponsorship: { quoted: viewSponsorship(figures, sponsorship, charged) },
    details: viewDetails(figures, cost.impact, showRoute(figures, charged)),
  };
}

/** Sponsorship of one phase, as it is shown. Pure. */
export function viewSponsorship(
  { sponsorship: asked }: QuoteFigures,
  sponsorship: Sponsorship,
  charged: (amount: bigint) => ShownAmount,
): FeeSponsorship['quoted'] {
  const { selected, capHit, buckets, sponsoredTotal, userPaysTotal } = sponsorship;
  const bucket = ({ selected, total, sponsored, userPays }: SponsoredBucket) => ({
    selected,
    total: charged(total),
    sponsored: charged(sponsored),
    userPays: charged(userPays),
  });
  return {
    selectedComponents: [...selected],
    // Only what the request named is returned.
    maxSubsidizationAmount: asked?.maxSubsidization?.toString(),
    subsidizationBps: asked?.subsidizationBps,
    capHit,
    components: {
      execution: bucket(buckets.execution),
      swap: bucket(buckets.swap),
      'the service': bucket(buckets['the service']),
      app: bucket(buckets.app),
      rent: bucket(buckets.rent),
    },
    sponsoredTotal: charged(sponsoredTotal),
    userPaysTotal: charged(userPaysTotal),
  };
}

/** Amounts along a route. */
interface ShownRoute {
  readonly input: ShownAmount;
  readonly deposit: ShownAmount;
  readonly inventory: ShownAmount;
  readonly output: ShownAmount;
}

/** Without a swap on a side, its two amounts are one. */
function showRoute(
  { currencies, amounts }: QuoteFigures,
  charged: (amount: bigint) => ShownAmount,
): ShownRoute {
  const deposit =
    amounts.minimumDeposit === amounts.deposit
      ? charged(amounts.deposit)
      : showAmount(currencies.deposit, amounts.deposit, amounts.minimumDeposit);
  const output = showAmount(currencies.output, amounts.output, amounts.minimumOutput);
  return {
    input:
      currencies.input.id === currencies.deposit.id
        ? deposit
        : showAmount(currencies.input, amounts.input),
    deposit,
    inventory:
      currencies.inventory.id === currencies.output.id
        ? output
        : showAmount(currencies.inventory, amounts.inventory),
    output,
  };
}

function viewDetails(
  figures: QuoteFigures,
  { total, swap, expanded }: Impact,
  { input, deposit, inventory, output }: ShownRoute,
): Details {
  const { amounts, currencies, routers } = figures;
  return {
    operation: figures.operation,
    sender: figures.payer,
    recipient: figures.recipient,
    currencyIn: input,
    currencyOut: output,
    // Of a swap that the payer makes alone, all that is given comes back.
    refundCurrency: figures.hasOrder ? deposit : input,
    totalImpact: viewChange(total),
    swapImpact: viewChange(swap),
    expandedPriceImpact: viewExpandedImpact(expanded),
    rate: rate(
      { amount: amounts.expectedInput, decimals: currencies.input.rate.decimals },
      { amount: amounts.output, decimals: currencies.output.rate.decimals },
    ),
    slippageTolerance: {
      origin: viewOriginSlippage(figures),
      destination: viewDestinationSlippage(figures),
      latePayment: viewLatePayment(figures),
    },
    timeEstimate: figures.seconds,
    userBalance: figures.userBalance.toString(),
    isFixedRate: figures.isFixedRate,
    route: {
      origin: { inputCurrency: input, outputCurrency: deposit, router: routers.origin },
      destination: {
        inputCurrency: inventory,
        outputCurrency: output,
        router: routers.destination,
      },
    },
  };
}

/** Impact by its parts, as it is shown. Pure. */
export function viewExpandedImpact(expanded: Impact['expanded']): Details['expandedPriceImpact'] {
  return {
    swap: { usd: formatUsdChange(expanded.swap) },
    execution: { usd: formatUsdChange(expanded.execution) },
    'the service': { usd: formatUsdChange(expanded.service) },
    app: { usd: formatUsdChange(expanded.app) },
    sponsored: { usd: formatUsdChange(expanded.sponsored) },
  };
}

function viewChange({ microUsd, percentE2 }: Impact['total']): Details['totalImpact'] {
  return { usd: formatUsdChange(microUsd), percent: formatPercent(percentE2) };
}

type Tolerance = Details['slippageTolerance']['origin'];

function viewSlippage(shown: Parameters<typeof showSlippage>[0]): Tolerance {
  const { microUsd, value, percentE2 } = showSlippage(shown);
  return {
    usd: formatUsdChange(microUsd),
    value: value.toString(),
    percent: formatPercent(percentE2),
  };
}

/** Amount that a late deposit may cost beyond the slippage; undefined where nothing more. */
function viewLatePayment({ amounts, currencies }: QuoteFigures): Tolerance | undefined {
  const { minimumOutput, signedMinimum } = amounts;
  if (signedMinimum === minimumOutput) return undefined;
  return viewSlippage({
    amount: minimumOutput,
    minimumAmount: signedMinimum,
    microUsd: worthOf(currencies.output, minimumOutput),
  });
}

/**
 * Slippage that may be taken of the deposit, or, for an exact output, add to the input; nothing
 * without a swap before the deposit.
 */
function viewOriginSlippage({ tradeType, amounts, currencies }: QuoteFigures): Tolerance {
  if (currencies.input.id === currencies.deposit.id) return { usd: '0', value: '0', percent: '0' };
  return tradeType === 'EXACT_OUTPUT'
    ? viewSlippage({
        amount: amounts.input,
        minimumAmount: amounts.swappedInput,
        microUsd: worthOf(currencies.input, amounts.input),
      })
    : viewSlippage({
        amount: amounts.deposit,
        minimumAmount: amounts.minimumDeposit,
        microUsd: worthOf(currencies.deposit, amounts.deposit),
      });
}

/**
 * Slippage that may be taken of the output, or, for an exact output, add to what is paid for it:
 * output currency, and inventory currency.
 */
function viewDestinationSlippage({ tradeType, amounts, currencies }: QuoteFigures): Tolerance {
  return tradeType === 'EXACT_OUTPUT' && amounts.expectedInventory !== amounts.inventory
    ? viewSlippage({
        amount: amounts.inventory,
        minimumAmount: amounts.expectedInventory,
        microUsd: worthOf(currencies.inventory, amounts.inventory),
      })
    : viewSlippage({
        amount: amounts.output,
        minimumAmount: amounts.minimumOutput,
        microUsd: worthOf(currencies.output, amounts.output),
      });
}
