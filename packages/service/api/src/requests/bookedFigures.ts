import { Money, type PricedAsset } from '@portage/core';
import type { Chains } from '@portage/core/chain';
import type { BookedFigures, QuoteFigures } from '@portage/quoter';
import { ledgerAsset, type RequestFacts } from '@portage/settlement';

type Books = NonNullable<RequestFacts['books']>;
type Account = Books['amounts'][number]['account'];

/**
 * Bookings of a request that has ended, at the prices of its quote; undefined until they are known,
 * and where an asset has no price in the quote. Pure.
 */
export function bookedFigures(
  { request, order, books }: RequestFacts,
  figures: QuoteFigures,
  chains: Chains,
): BookedFigures | undefined {
  const ending = { success: 'fill', refund: 'refund' } as const;
  const { status } = request;
  if (status !== 'success' && status !== 'refund') return undefined;
  if (!figures.hasOrder) return nothing;
  if (books?.made.includes(ending[status]) !== true) return undefined;
  const native = chains.all.find(({ id }) => id === request.destinationChainId)?.native;
  const usdE12 = order?.executionTerms?.quoted?.nativeUsdE12;
  const { deposit } = figures.currencies;
  const rates = ratesOf(figures);
  const nativeAsset = ledgerAsset(request.destinationChainId, native?.address ?? '');
  if (native !== undefined && usdE12 !== undefined && !rates.has(nativeAsset))
    rates.set(nativeAsset, { decimals: native.decimals, price: { usdE12: BigInt(usdE12) } });
  const spent = sumsOf(books, 'inventory');
  const gas = sumsOf(books, 'gas');
  const payments = new Map(
    [...spent].map(([asset, amount]) => [asset, -amount - (gas.get(asset) ?? 0n)]),
  );
  if (books.topup > 0n) {
    gas.set(nativeAsset, (gas.get(nativeAsset) ?? 0n) + books.topup);
    payments.set(nativeAsset, (payments.get(nativeAsset) ?? 0n) - books.topup);
  }
  const worth = (sums: ReadonlyMap<string, bigint>): bigint | undefined =>
    worthOf(sums, rates, deposit.rate);
  const earned = sumsOf(books, 'solver');
  // Sponsors pay the solver in micro-USD, which the quote's own figures tell.
  for (const asset of sumsOf(books, 'sponsor-reserve').keys()) earned.delete(asset);
  const [kept, appFees] = [worth(earned), worth(sumsOf(books, 'app-fee'))];
  const [paid, gasWorth] = [worth(payments), worth(gas)];
  return kept === undefined || appFees === undefined || paid === undefined || gasWorth === undefined
    ? undefined
    : {
        kept,
        appFees,
        paid,
        gas: gasWorth,
        sponsorMicroUsd: sponsorPayment(books),
        output: request.amountOut ?? 0n,
        isFilled: status === 'success',
      };
}

/** Charge that was booked to a sponsor, micro-USD; 0 where none was. */
export function sponsorPayment(books: Books | undefined): bigint {
  return books === undefined
    ? 0n
    : [...sumsOf(books, 'sponsor-reserve').values()].reduce((sum, amount) => sum - amount, 0n);
}

/** A swap that the payer makes alone costs the solver nothing, and earns it nothing. */
const nothing: BookedFigures = {
  kept: 0n,
  appFees: 0n,
  paid: 0n,
  gas: 0n,
  sponsorMicroUsd: 0n,
  output: 0n,
  isFilled: false,
};

function sumsOf({ amounts }: Books, account: Account): Map<string, bigint> {
  const own = amounts.filter((each) => each.account === account);
  return new Map(own.map(({ asset, amount }) => [asset, amount]));
}

/** Currencies of a quote with its prices, by their assets in the ledger. */
function ratesOf({ currencies }: QuoteFigures): Map<string, PricedAsset> {
  return new Map(
    Object.values(currencies).map(({ wire, rate }) => [
      ledgerAsset(wire.chainId, wire.address),
      rate,
    ]),
  );
}

/** Worth of amounts in a currency, each rounded up; undefined where one of them has no price. */
function worthOf(
  sums: ReadonlyMap<string, bigint>,
  rates: ReadonlyMap<string, PricedAsset>,
  to: PricedAsset,
): bigint | undefined {
  let total = 0n;
  for (const [asset, amount] of sums) {
    const rate = rates.get(asset);
    if (amount === 0n) continue;
    if (rate === undefined) return undefined;
    total +=
      amount > 0n ? Money.convertUp(amount, rate, to) : -Money.convertDown(-amount, rate, to);
  }
  return total;
}
