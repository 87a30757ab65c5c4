import { assert } from '../errors/assert.js';
import { feeBuckets } from '../feeBuckets.js';
import * as Money from '../money/Money.js';
import type { Currency, CurrencyAmount } from './currencyAmount.js';
import type { PackedTerms } from './packedTerms.js';
import type { Details, Fees, FeeSponsorship } from './quote.js';
import type { QuoteTerms } from './terms.js';

/** What stands elsewhere of the terms of a quote. */
export interface UnpackOptions {
  /** Payer of the request, in canonical form. */
  readonly sender: string;
  readonly recipient: string;
  /** The currency that is kept under an id. */
  readonly currencyOf: (id: string) => Currency | undefined;
}

type AmountAt = (place: number) => CurrencyAmount;

/**
 * Makes the terms of a quote from what is stored of them, to the letter as they were shown. Pure.
 *
 * @example
 * ```ts
 * const { fees, details } = unpackTerms(packed, { sender: user, recipient, currencyOf });
 * ```
 */
export function unpackTerms(packed: PackedTerms, options: UnpackOptions): QuoteTerms {
  const amountAt = unpackAmounts(packed, options.currencyOf);
  return {
    tradeType: packed.tradeType,
    prices: packed.prices,
    details: unpackDetails(packed, options, amountAt),
    fees: unpackFees(packed, amountAt),
    feeSponsorship: unpackSponsorship(packed, amountAt),
  };
}

function unpackAmounts(
  { currencies, amounts }: PackedTerms,
  currencyOf: UnpackOptions['currencyOf'],
): AmountAt {
  const known = currencies.map(currencyOf);
  const made = amounts.map(([place, amount, microUsd, minimumAmount = amount]): CurrencyAmount => {
    const currency = known[place];
    assert(
      currency !== undefined,
      'a currency is kept before the terms that name it, and for ever',
    );
    return {
      currency,
      amount,
      amountFormatted: Money.format(BigInt(amount), currency.decimals),
      amountUsd: Money.formatUsd(BigInt(microUsd)),
      minimumAmount,
    };
  });
  return (place) => {
    const amount = made[place];
    assert(amount !== undefined, 'terms show amounts that they hold');
    return amount;
  };
}

function unpackFees(
  { fees: [gas, relayer, relayerGas, relayerService, app, subsidized] }: PackedTerms,
  amountAt: AmountAt,
): Fees {
  return {
    gas: amountAt(gas),
    relayer: amountAt(relayer),
    relayerGas: amountAt(relayerGas),
    relayerService: amountAt(relayerService),
    app: amountAt(app),
    subsidized: amountAt(subsidized),
  };
}

function unpackSponsorship(
  { buckets, totals: [sponsored, userPays], selected, cap, bps, capHit }: PackedTerms,
  amountAt: AmountAt,
): FeeSponsorship {
  const components = feeBuckets.map((name, index) => {
    const places = buckets[index];
    assert(places !== undefined, 'terms hold every bucket');
    const [total, paid, rest] = places;
    return [
      name,
      {
        selected: selected.includes(name),
        total: amountAt(total),
        sponsored: amountAt(paid),
        userPays: amountAt(rest),
      },
    ] as const;
  });
  return {
    quoted: {
      selectedComponents: selected,
      ...(cap === undefined ? {} : { maxSubsidizationAmount: cap }),
      ...(bps === undefined ? {} : { subsidizationBps: bps }),
      capHit,
      components: Object.fromEntries(components),
      sponsoredTotal: amountAt(sponsored),
      userPaysTotal: amountAt(userPays),
    },
  };
}

const noSlippage: NonNullable<PackedTerms['slippage'][1]> = ['0', '0', '0'];

function unpackDetails(
  packed: PackedTerms,
  { sender, recipient }: UnpackOptions,
  amountAt: AmountAt,
): Details {
  const { operation, route, routers, impact, slippage, rate, seconds, balance, isFixedRate } =
    packed;
  const [given, paid, held, got, refunded] = route.map(amountAt);
  assert(
    given !== undefined &&
      paid !== undefined &&
      held !== undefined &&
      got !== undefined &&
      refunded !== undefined,
    'a route has five amounts',
  );
  const [totalUsd, totalPercent, swapUsd, swapPercent, ...expanded] = impact;
  const [swap, execution, service, app, sponsored] = expanded;
  const [destination, origin = noSlippage] = slippage;
  const tolerance = ([usd, value, percent]: typeof noSlippage) => ({ usd, value, percent });
  return {
    operation,
    sender,
    recipient,
    currencyIn: given,
    currencyOut: got,
    refundCurrency: refunded,
    totalImpact: { usd: totalUsd, percent: totalPercent },
    swapImpact: { usd: swapUsd, percent: swapPercent },
    expandedPriceImpact: {
      swap: { usd: swap },
      execution: { usd: execution },
      'the service': { usd: service },
      app: { usd: app },
      sponsored: { usd: sponsored },
    },
    rate,
    slippageTolerance: { origin: tolerance(origin), destination: tolerance(destination) },
    timeEstimate: seconds,
    userBalance: balance,
    isFixedRate,
    route: {
      origin: { inputCurrency: given, outputCurrency: paid, router: routers[0] },
      destination: { inputCurrency: held, outputCurrency: got, router: routers[1] },
    },
  };
}
