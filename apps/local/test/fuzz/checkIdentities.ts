import { Money, type CurrencyAmount, type Quote, type QuoteBody } from '@portage/core';

/** Promises that hold for every quote, each with what breaks it. */
type Rule = readonly [isKept: boolean, promise: string];

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((all, one) => all + one, 0n);
const units = ({ amount }: CurrencyAmount): bigint => BigInt(amount);

/** Smallest units of an amount in whole units, which may be below zero. */
const parseSigned = (text: string, decimals: number): bigint =>
  text.startsWith('-') ? -Money.parse(text.slice(1), decimals) : Money.parse(text, decimals);

/** USD of six decimals in micro-USD. */
const microUsd = ({ amountUsd }: CurrencyAmount): bigint => parseSigned(amountUsd, 6);

/** Every amount of a quote, wherever it stands. */
function amountsIn(value: unknown): readonly CurrencyAmount[] {
  if (typeof value !== 'object' || value === null) return [];
  if ('amountFormatted' in value) return [value as CurrencyAmount]; // The schema has read it.
  return Object.values(value).flatMap(amountsIn);
}

function feeRules({ fees, feeSponsorship: { quoted } }: Quote): readonly Rule[] {
  const parts = Object.entries(quoted.components);
  const sponsored = sum(parts.map(([, part]) => units(part.sponsored)));
  const { sponsoredTotal, userPaysTotal, maxSubsidizationAmount: cap } = quoted;
  return [
    [
      units(fees.relayer) === units(fees.relayerGas) + units(fees.relayerService),
      'relayer = relayerGas + relayerService',
    ],
    ...parts.flatMap(([bucket, part]): readonly Rule[] => [
      [
        units(part.total) === units(part.sponsored) + units(part.userPays),
        `total = sponsored + userPays in ${bucket}`,
      ],
      [part.selected || units(part.sponsored) === 0n, `${bucket} is not sponsored unasked`],
    ]),
    [units(fees.subsidized) === sponsored, 'subsidized = what the buckets say'],
    [sponsoredTotal === undefined || units(sponsoredTotal) === sponsored, 'sponsoredTotal'],
    [
      userPaysTotal === undefined ||
        units(userPaysTotal) === sum(parts.map(([, part]) => units(part.userPays))),
      'userPaysTotal = what the buckets say',
    ],
    [cap === undefined || microUsd(fees.subsidized) <= BigInt(cap), 'sponsored <= the cap'],
  ];
}

/** The order says what the details show. */
function orderRules(
  { details, fees, protocol }: Quote,
  { latePaymentSlippageTolerance: late }: QuoteBody,
): readonly Rule[] {
  const order = protocol.v2?.orderData;
  const [input] = order?.inputs ?? [];
  const [paid] = order?.output.payments ?? [];
  if (order === undefined || input === undefined || paid === undefined) return [];
  const appFees = sum(order.fees.map(({ amount }) => BigInt(amount)));
  const { outputCurrency: deposit } = details.route.origin;
  return [
    [BigInt(paid.minimumAmount) <= BigInt(paid.expectedAmount), 'minimum <= expected'],
    [BigInt(paid.expectedAmount) === units(details.currencyOut), 'expected = currencyOut'],
    // A payment that is late may be less.
    late === undefined
      ? [paid.minimumAmount === details.currencyOut.minimumAmount, 'minimum = currencyOut']
      : [
          BigInt(paid.minimumAmount) <= BigInt(details.currencyOut.minimumAmount),
          'minimum <= currencyOut, for late payments',
        ],
    [BigInt(input.payment.amount) <= units(deposit), 'the order takes no more than the deposit'],
    [appFees <= units(fees.app), 'the app earns what it is shown to earn at most'],
  ];
}

/**
 * Out is in less what was charged, as far as both are worth the same: conversions round down, so it
 * is never more, but for less than a smallest unit of each currency and of the USD shown.
 */
function flowRules({ details, fees }: Quote, { tradeType }: QuoteBody): readonly Rule[] {
  const { currencyIn, currencyOut, route } = details;
  const isBridge = [route.origin, route.destination].every(({ router }) => router === 'portage');
  const isSame =
    currencyIn.currency.symbol === currencyOut.currency.symbol &&
    currencyIn.currency.decimals === currencyOut.currency.decimals;
  if (
    !isBridge ||
    !isSame ||
    details.isFixedRate ||
    fees.app.currency.symbol !== currencyIn.currency.symbol
  )
    return [];
  const left = units(currencyIn) - units(fees.relayer) - units(fees.app) + units(fees.subsidized);
  const difference = left - units(currencyOut);
  return tradeType === 'EXACT_INPUT' || tradeType === undefined
    ? [[difference === 0n, `out = in - relayer - app + subsidized (off by ${String(difference)})`]]
    : [[difference >= 0n, `out <= in - relayer - app + subsidized (off by ${String(difference)})`]];
}

function stepRules({ steps, requestId }: Quote): readonly Rule[] {
  return steps.flatMap(({ id, items, requestId: named }): readonly Rule[] => [
    [items.length > 0, `step ${id} has an item`],
    [named === undefined || named === requestId, `step ${id} names the request`],
    ...items.map(({ check }): Rule => [
      check === undefined || check.endpoint.includes(requestId),
      `the check of step ${id} names the request`,
    ]),
  ]);
}

/** The first promise that a quote breaks; undefined where it keeps all of them. */
export function checkIdentities(quote: Quote, request: QuoteBody): string | undefined {
  const rules: readonly Rule[] = [
    ...amountsIn(quote).map(({ currency, amount, amountFormatted, minimumAmount }): Rule => [
      parseSigned(amountFormatted, currency.decimals) === BigInt(amount) &&
        BigInt(minimumAmount) <= BigInt(amount),
      `${amountFormatted} ${currency.symbol} is ${amount}, and no less than ${minimumAmount}`,
    ]),
    ...feeRules(quote),
    ...orderRules(quote, request),
    ...flowRules(quote, request),
    ...stepRules(quote),
  ];
  return rules.find(([isKept]) => !isKept)?.[1];
}
