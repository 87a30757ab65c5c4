import { impact, splitFees, type FeeParts, type FeeSplit, type Sponsorship } from '@portage/fees';
import {
  feeBuckets,
  Money,
  type Details,
  type FeeBucket,
  type FeeSponsorship,
} from '@portage/core';
import { quoteCost } from './quoteCost.js';
import type { QuotedAmounts, QuoteFigures } from './quoteFigures.js';
import { viewExpandedImpact, viewSponsorship } from './quoteView.js';
import { createAmounts, worthOf } from './showAmount.js';

/** Bookings of a request, each at the prices of its quote; deposit currency. */
export interface BookedFigures {
  /** Amount that the solver kept of deposits. */
  readonly kept: bigint;
  /** Amount that apps earned. */
  readonly appFees: bigint;
  /** Worth of what the solver spent on payments, gas and top-up left out. */
  readonly paid: bigint;
  /** Worth of the gas that chains took of the solver, and of the top-up. */
  readonly gas: bigint;
  /** Charge of the sponsor, micro-USD. */
  readonly sponsorMicroUsd: bigint;
  /** Amount that the recipient got, output currency. */
  readonly output: bigint;
  /** Whether the order was filled; otherwise everything went back. */
  readonly isFilled: boolean;
}

/** Fees of the solver in four parts, as they are shown. */
type SettledFees = Readonly<Record<'gas' | 'fixed' | 'price' | 'gateway', string>>;

/** Settled figures of a quote, by the books. */
export interface SettledQuote {
  /** Fees of the solver: they sum up to what it earned. Smallest units of the deposit. */
  readonly fees: SettledFees;
  /** The same in USD, at the prices of the quote. */
  readonly feesUsd: SettledFees;
  /** Undefined without a fill. */
  readonly actual:
    | {
        readonly feeSponsorship: FeeSponsorship['quoted'];
        readonly expandedPriceImpact: Details['expandedPriceImpact'];
      }
    | undefined;
}

/**
 * Figures of a request that has ended, from its bookings. Gas is what chains took; the flat fee and
 * the service's share are as agreed; the price is what else the solver earned or lost, so that the
 * parts sum up to its earnings. Pure.
 *
 * @example
 * ```ts
 * settledQuote(figures, booked).fees.gas; // gas that was spent
 * ```
 */
export function settledQuote(figures: QuoteFigures, booked: BookedFigures): SettledQuote {
  const { sponsorship: quoted } = quoteCost(figures);
  const sponsored = booked.sponsorMicroUsd === 0n ? 0n : quoted.sponsoredTotal;
  const earned = booked.kept + sponsored - booked.paid;
  const { fixed, gateway, rent } = booked.isFilled
    ? figures.feeParts
    : { fixed: 0n, gateway: 0n, rent: 0n };
  const opened = rent < booked.gas ? rent : booked.gas;
  const parts: FeeParts = {
    gas: booked.gas - opened,
    rent: opened,
    fixed,
    gateway,
    price: earned - booked.gas - fixed - gateway,
    app: booked.appFees,
  };
  const tell = (print: (amount: bigint) => string): SettledFees => ({
    gas: print(booked.gas),
    fixed: print(fixed),
    price: print(parts.price),
    gateway: print(gateway),
  });
  const { deposit } = figures.currencies;
  return {
    fees: tell(String),
    feesUsd: tell((amount) => Money.formatUsd(worthOf(deposit, amount))),
    actual: booked.isFilled ? viewActual(figures, booked, splitFees(parts)) : undefined,
  };
}

function viewActual(
  figures: QuoteFigures,
  { kept, appFees, sponsorMicroUsd, output }: BookedFigures,
  fees: FeeSplit,
): NonNullable<SettledQuote['actual']> {
  const cost = quoteCost(figures);
  const sponsorship = bookedSponsorship(cost.sponsorship, fees.buckets, sponsorMicroUsd > 0n);
  const { currencies, amounts } = figures;
  const charged = (amount: bigint): bigint => worthOf(currencies.deposit, amount);
  const { buckets } = sponsorship;
  const { expanded } = impact({
    // What a swap before the deposit took is not in the books.
    in:
      currencies.input.id === currencies.deposit.id
        ? charged(kept + appFees)
        : worthOf(currencies.input, spentInput(amounts)),
    out: worthOf(currencies.output, output),
    relayer: charged(fees.relayer),
    app: charged(fees.app),
    sponsored: charged(sponsorship.sponsoredTotal),
    userPays: {
      execution: charged(buckets.execution.userPays),
      service: charged(buckets['the service'].userPays),
      app: charged(buckets.app.userPays),
      rent: charged(buckets.rent.userPays),
    },
  });
  return {
    feeSponsorship: viewSponsorship(figures, sponsorship, createAmounts(currencies.deposit)),
    expandedPriceImpact: viewExpandedImpact(expanded),
  };
}

/** Input that a swap before the deposit took as quoted: what it leaves goes back to the payer. */
function spentInput({ input, swappedInput, expectedInput }: QuotedAmounts): bigint {
  return expectedInput === input ? input : swappedInput;
}

/** A sponsor pays of each bucket what was quoted; the user has the rest, more or less of it. */
function bookedSponsorship(
  quoted: Sponsorship,
  totals: Readonly<Record<FeeBucket, bigint>>,
  hasPaid: boolean,
): Sponsorship {
  const bucketOf = (bucket: FeeBucket): Sponsorship['buckets'][FeeBucket] => {
    const sponsored = hasPaid ? quoted.buckets[bucket].sponsored : 0n;
    const total = totals[bucket];
    return {
      selected: quoted.buckets[bucket].selected,
      total,
      sponsored,
      userPays: total - sponsored,
    };
  };
  const buckets = {
    execution: bucketOf('execution'),
    swap: bucketOf('swap'),
    'the service': bucketOf('the service'),
    app: bucketOf('app'),
    rent: bucketOf('rent'),
  };
  const sum = (member: 'sponsored' | 'userPays'): bigint =>
    feeBuckets.reduce((total, bucket) => total + buckets[bucket][member], 0n);
  return { ...quoted, buckets, sponsoredTotal: sum('sponsored'), userPaysTotal: sum('userPays') };
}
