import { feeBuckets, type RequestStatus } from '@portage/core';
import { currencySchema, tradeTypeSchema } from '@portage/core/schemas';
import type { KeptCurrency } from '@portage/settlement';
import { z } from 'zod';
import {
  quoteOperations,
  type CurrencyRole,
  type PricedCurrency,
  type QuotedAmounts,
  type QuotedSponsorship,
  type QuoteFigures,
} from './quoteFigures.js';
import { quoteText } from './quoteText.js';

/** Version of what is written; a reader knows every version that was ever written. */
const version = 1;

const number = z
  .string()
  .regex(/^-?[0-9]+$/)
  .transform(BigInt);
const place = z.number().int().min(0);

/** Figures as they are stored: a short array behind the number of its version. */
const storedQuoteSchema = z.tuple([
  z.literal(version),
  tradeTypeSchema,
  z.enum(quoteOperations),
  // Whether there is an order, whether the rate is fixed, and whether late payments may be filled.
  z.tuple([z.boolean(), z.boolean(), z.boolean().optional()]),
  // Id of each currency, and its price: USD per whole unit, times 10^12.
  z.array(z.tuple([z.string(), number])),
  // Places of the currencies by role: input, deposit, inventory, output, native of the origin.
  z.tuple([place, place, place, place, place]),
  // Input, swapped input, deposit, least deposit, inventory, output, signed least output, payer's
  // gas; the least output in time, where it is more than the signed one or something follows; and
  // the expected input and inventory, where one is less than all of it.
  z
    .tuple([number, number, number, number, number, number, number, number])
    .rest(number)
    .refine(({ length }) => length < 10 || length === 11),
  // Fees: gas, fixed, price, gateway, app, rent.
  z.tuple([number, number, number, number, number, number]),
  // Sponsorship: places of the buckets, cap in micro-USD, basis points, all or nothing.
  z.tuple([z.array(place), number.nullable(), z.number().int().nullable(), z.boolean()]).nullable(),
  // Routers of origin and destination.
  z.tuple([z.string(), z.string()]),
  // Seconds to the payment, and balance of the payer.
  z.number(),
  number,
]);

/** JSON text of figures, and the currencies that it names. */
export interface StoredQuote {
  readonly text: string;
  readonly currencies: readonly KeptCurrency[];
}

/** Accounts of a stored quote, and contents of the currencies that it names, by id. */
export interface StoredQuoteContext {
  readonly payer: string;
  readonly recipient: string;
  readonly currencies: ReadonlyMap<string, unknown>;
}

/**
 * Writes figures down in about 450 bytes; the accounts stand beside them in the request. Pure.
 */
export function encodeStoredQuote(figures: QuoteFigures): StoredQuote {
  const { amounts, feeParts, sponsorship, routers } = figures;
  const { input, deposit, inventory, output, originNative } = figures.currencies;
  const listed: PricedCurrency[] = [];
  let prices = '';
  const placeOf = (currency: PricedCurrency): number => {
    const known = listed.findIndex(({ id }) => id === currency.id);
    if (known >= 0) return known;
    const { id, rate } = currency;
    prices += `${prices === '' ? '' : ','}["${id}","${rate.price.usdE12.toString()}"]`;
    return listed.push(currency) - 1;
  };
  const places = [input, deposit, inventory, output, originNative].map(placeOf);
  const text =
    `[${String(version)},"${figures.tradeType}","${figures.operation}",` +
    `[${String(figures.hasOrder)},${String(figures.isFixedRate)}${figures.staysPayable ? ',true' : ''}],` +
    `[${prices}],[${places.join()}],` +
    digits([
      amounts.input,
      amounts.swappedInput,
      amounts.deposit,
      amounts.minimumDeposit,
      amounts.inventory,
      amounts.output,
      amounts.signedMinimum,
      amounts.payerGas,
      ...writtenLast(amounts),
    ]) +
    digits([
      feeParts.gas,
      feeParts.fixed,
      feeParts.price,
      feeParts.gateway,
      feeParts.app,
      feeParts.rent,
    ]) +
    `${encodeSponsorship(sponsorship)},` +
    `[${quoteText(routers.origin)},${quoteText(routers.destination)}],` +
    `${String(figures.seconds)},"${figures.userBalance.toString()}"]`;
  return { text, currencies: listed.map(({ id, text: content }) => ({ id, content })) };
}

/** Amounts that are written only where they tell something, in their order. */
function writtenLast(amounts: QuotedAmounts): readonly bigint[] {
  const { input, expectedInput, inventory, expectedInventory } = amounts;
  if (expectedInput !== input || expectedInventory !== inventory)
    return [amounts.minimumOutput, expectedInput, expectedInventory];
  return amounts.minimumOutput === amounts.signedMinimum ? [] : [amounts.minimumOutput];
}

function digits(numbers: readonly bigint[]): string {
  return `["${numbers.join('","')}"],`;
}

function encodeSponsorship(sponsorship: QuotedSponsorship | undefined): string {
  if (sponsorship === undefined) return 'null';
  const { components, maxSubsidization, subsidizationBps = null, isAllOrNothing } = sponsorship;
  return JSON.stringify([
    components.map((bucket) => feeBuckets.indexOf(bucket)),
    maxSubsidization?.toString() ?? null,
    subsidizationBps,
    isAllOrNothing,
  ]);
}

/** Whether a payment after the time of a stored quote may still be filled. */
export function staysPayable(stored: unknown): boolean {
  const read = storedQuoteSchema.safeParse(stored);
  return read.success && read.data[3][2] === true;
}

/** Status of a request, and the JSON value of its stored quote. */
export interface QuotedState {
  readonly status: RequestStatus;
  readonly quote: unknown;
}

/** Whether a request is a swap or a transfer that its payer makes alone and has not made yet. */
export function isOpenSelfPayment({ status, quote }: QuotedState): boolean {
  if (status !== 'waiting' && status !== 'expired') return false;
  const read = storedQuoteSchema.safeParse(quote);
  return read.success && !read.data[3][0];
}

/** Whether a request is a plain transfer of its payer that has not been reported yet. */
export function isOpenSend(request: QuotedState): boolean {
  const read = storedQuoteSchema.safeParse(request.quote);
  return isOpenSelfPayment(request) && read.data?.[2] === 'send';
}

/** Ids of the currencies that a stored quote names; none of what no version reads. */
export function storedCurrencyIds(stored: unknown): readonly string[] {
  const read = storedQuoteSchema.safeParse(stored);
  return read.success ? read.data[4].map(([id]) => id) : [];
}

/**
 * Reads figures back. Undefined where no version reads them, or where a currency is missing: a list
 * leaves out what it would show wrong.
 *
 * @param stored - the JSON value of the text
 */
export function decodeStoredQuote(
  stored: unknown,
  { payer, recipient, currencies: contents }: StoredQuoteContext,
): QuoteFigures | undefined {
  const read = storedQuoteSchema.safeParse(stored);
  if (!read.success) return undefined;
  const [, tradeType, operation, flags, prices, places, ...rest] = read.data;
  const [hasOrder, isFixedRate, staysPayable = false] = flags;
  const [amounts, fees, sponsorship, [origin, destination], seconds, userBalance] = rest;
  const currencies = readRoles(
    prices.map(([id, usdE12]) => readCurrency(id, usdE12, contents.get(id))),
    places,
  );
  if (currencies === undefined) return undefined;
  const [input, swappedInput, deposit, minimumDeposit, ...outgoing] = amounts;
  const [inventory, output, signedMinimum, payerGas, ...last] = outgoing;
  const [minimumOutput = signedMinimum, expectedInput = input, expectedInventory = inventory] =
    last;
  const [gas, fixed, price, gateway, app, rent] = fees;
  return {
    tradeType,
    operation,
    hasOrder,
    isFixedRate,
    staysPayable,
    payer,
    recipient,
    seconds,
    userBalance,
    currencies,
    amounts: {
      input,
      swappedInput,
      expectedInput,
      deposit,
      minimumDeposit,
      inventory,
      expectedInventory,
      output,
      minimumOutput,
      signedMinimum,
      payerGas,
    },
    feeParts: { gas, fixed, price, gateway, app, rent },
    sponsorship: readSponsorship(sponsorship),
    routers: { origin, destination },
  };
}

function readCurrency(id: string, usdE12: bigint, content: unknown): PricedCurrency | undefined {
  const { data: wire } = currencySchema.safeParse(content);
  return wire === undefined
    ? undefined
    : {
        id,
        wire,
        text: JSON.stringify(wire),
        rate: { decimals: wire.decimals, price: { usdE12 } },
      };
}

function readRoles(
  listed: readonly (PricedCurrency | undefined)[],
  places: z.output<typeof storedQuoteSchema>[5],
): Readonly<Record<CurrencyRole, PricedCurrency>> | undefined {
  const [inputAt, depositAt, inventoryAt, outputAt, originNativeAt] = places;
  const [input, deposit, inventory] = [listed[inputAt], listed[depositAt], listed[inventoryAt]];
  const [output, originNative] = [listed[outputAt], listed[originNativeAt]];
  return input === undefined ||
    deposit === undefined ||
    inventory === undefined ||
    output === undefined ||
    originNative === undefined
    ? undefined
    : { input, deposit, inventory, output, originNative };
}

function readSponsorship(
  stored: z.output<typeof storedQuoteSchema>[8],
): QuotedSponsorship | undefined {
  if (stored === null) return undefined;
  const [places, cap, bps, isAllOrNothing] = stored;
  return {
    components: feeBuckets.filter((_, at) => places.includes(at)),
    maxSubsidization: cap ?? undefined,
    subsidizationBps: bps ?? undefined,
    isAllOrNothing,
  };
}
