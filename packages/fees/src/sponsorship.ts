import { Money, assert, feeBuckets, type FeeBucket } from '@portage/core';

/** Shares of the sponsor and of the user in one bucket: `sponsored + userPays = total`. */
export interface SponsoredBucket {
  readonly selected: boolean;
  readonly total: bigint;
  /** Share of the sponsor. Never negative: a reward stays with the user. */
  readonly sponsored: bigint;
  readonly userPays: bigint;
}

/** Shares of the sponsor and of the user in the fees of a quote, in one currency. */
export interface Sponsorship {
  readonly selected: readonly FeeBucket[];
  /** Whether the cap is less than the share of the selected buckets. */
  readonly capHit: boolean;
  readonly buckets: Readonly<Record<FeeBucket, SponsoredBucket>>;
  readonly sponsoredTotal: bigint;
  readonly userPaysTotal: bigint;
}

/** Terms of a sponsor. */
export interface SponsorTerms {
  /** Buckets that the sponsor pays a share of. */
  readonly components: readonly FeeBucket[];
  /** Share of each of these buckets in basis points, 0 to 10000. */
  readonly bps: bigint;
  /**
   * Most that the sponsor pays in all, in the currency of the totals; undefined without a cap.
   */
  readonly cap: bigint | undefined;
  /** Sponsors nothing, instead of a part, where the cap is less than the share. */
  readonly isAllOrNothing?: boolean | undefined;
}

type Totals = Readonly<Record<FeeBucket, bigint>>;

function sum({ execution, swap, 'the service': service, app, rent }: Totals): bigint {
  return execution + swap + service + app + rent;
}

/**
 * Share of a bucket, rounded down in favour of the sponsor. The share of a reward is negative and
 * lowers the other shares.
 */
function shareOf(total: bigint, bps: bigint): bigint {
  return total >= 0n
    ? Money.mulDivDown(total, bps, Money.wholeBps)
    : -Money.mulDivUp(-total, bps, Money.wholeBps);
}

const atLeastNothing = (amount: bigint): bigint => (amount > 0n ? amount : 0n);

const least = (first: bigint, ...others: readonly bigint[]): bigint =>
  others.reduce((a, b) => (b < a ? b : a), first);

function splitBuckets(
  totals: Totals,
  sponsored: ReadonlyMap<FeeBucket, bigint>,
): Pick<Sponsorship, 'buckets' | 'sponsoredTotal' | 'userPaysTotal'> {
  const bucketOf = (bucket: FeeBucket): SponsoredBucket => {
    const paid = sponsored.get(bucket);
    return {
      selected: paid !== undefined,
      total: totals[bucket],
      sponsored: paid ?? 0n,
      userPays: totals[bucket] - (paid ?? 0n),
    };
  };
  const sponsoredTotal = [...sponsored.values()].reduce((total, amount) => total + amount, 0n);
  return {
    buckets: {
      execution: bucketOf('execution'),
      swap: bucketOf('swap'),
      'the service': bucketOf('the service'),
      app: bucketOf('app'),
      rent: bucketOf('rent'),
    },
    sponsoredTotal,
    userPaysTotal: sum(totals) - sponsoredTotal,
  };
}

/**
 * Divides fees between a sponsor and the user. The share of each selected bucket comes first,
 * rounded down. Then the cap over all of them is used up in the order in which buckets are listed.
 *
 * A bucket may be a reward: `swap`, where a payment helps the solver's inventory. It stays with the
 * user and lowers the sponsor's share of the others. So the sponsor never pays more than its share
 * of the selected buckets together, nor more than all fees together.
 *
 * @see docs/spec/sponsorship.md#sponsorship
 * @example
 * ```ts
 * const totals = { execution: 22_944n, swap: 39_502n, 'the service': 9_999n, app: 0n, rent: 0n };
 * sponsorFees(totals, { components: ['execution', 'swap'], bps: 5_000n, cap: 30_000n })
 *   .sponsoredTotal;
 * // 30_000n, capHit
 * ```
 */
export function sponsorFees(
  totals: Totals,
  { components, bps, cap, isAllOrNothing = false }: SponsorTerms,
): Sponsorship {
  assert(
    bps >= 0n && bps <= Money.wholeBps && (cap === undefined || cap >= 0n),
    'a sponsor pays between nothing and all',
  );
  const selected = feeBuckets.filter((bucket) => components.includes(bucket));
  const wanted = selected.reduce((total, bucket) => total + shareOf(totals[bucket], bps), 0n);
  const due = atLeastNothing(least(wanted, sum(totals)));
  let left = cap === undefined ? due : least(due, cap);
  const capHit = left < due;
  if (capHit && isAllOrNothing) left = 0n;
  const sponsored = new Map<FeeBucket, bigint>();
  for (const bucket of selected) {
    const paid = least(atLeastNothing(shareOf(totals[bucket], bps)), left);
    sponsored.set(bucket, paid);
    left -= paid;
  }
  return { selected, capHit, ...splitBuckets(totals, sponsored) };
}

/**
 * Splits fees without a sponsor: the user pays every bucket.
 *
 * @see docs/spec/sponsorship.md#sponsorship
 * @example
 * ```ts
 * unsponsored({ execution: 1n, swap: 0n, 'the service': 2n, app: 0n, rent: 0n }).userPaysTotal;
 * // 3n
 * ```
 */
export function unsponsored(totals: Totals): Sponsorship {
  const bucketOf = (total: bigint): SponsoredBucket => ({
    selected: false,
    total,
    sponsored: 0n,
    userPays: total,
  });
  return {
    selected: [],
    capHit: false,
    buckets: {
      execution: bucketOf(totals.execution),
      swap: bucketOf(totals.swap),
      'the service': bucketOf(totals['the service']),
      app: bucketOf(totals.app),
      rent: bucketOf(totals.rent),
    },
    sponsoredTotal: 0n,
    userPaysTotal: sum(totals),
  };
}

/**
 * Converts a cap in micro-USD to an amount of a currency, rounded down so that the amount is never
 * worth more than the cap.
 *
 * @example
 * ```ts
 * sponsorCap(1_000_000n, { decimals: 6, price: { usdE12: 10n ** 12n } }); // 1_000_000n
 * ```
 */
export function sponsorCap(maxMicroUsd: bigint, { decimals, price }: Money.PricedAsset): bigint {
  return Money.fromUsdDown(maxMicroUsd, decimals, price);
}

/**
 * Converts a sponsored amount to the charge in micro-USD, rounded up. It is never more than the cap
 * that {@link sponsorCap} converted to an amount.
 *
 * @example
 * ```ts
 * sponsorCharge(72_445n, { decimals: 6, price: { usdE12: 10n ** 12n } }); // 72_445n
 * ```
 */
export function sponsorCharge(sponsored: bigint, { decimals, price }: Money.PricedAsset): bigint {
  return Money.usdUp(sponsored, decimals, price);
}
