import { feeBuckets, type FeeBucket } from '@portage/core';

/** Who pays how much of one bucket; `sponsored + userPays = total`. */
export interface SponsoredBucket {
  readonly selected: boolean;
  readonly total: bigint;
  readonly sponsored: bigint;
  readonly userPays: bigint;
}

/** Who pays how much of a quote's fees, in one currency. */
export interface Sponsorship {
  readonly selected: readonly FeeBucket[];
  readonly capHit: boolean;
  readonly buckets: Readonly<Record<FeeBucket, SponsoredBucket>>;
  readonly sponsoredTotal: bigint;
  readonly userPaysTotal: bigint;
}

/**
 * The split of fees that nobody sponsors: the user pays every bucket.
 *
 * @see SPEC, "feeSponsorship"
 */
export function unsponsored(totals: Readonly<Record<FeeBucket, bigint>>): Sponsorship {
  const userPays = (bucket: FeeBucket): SponsoredBucket => ({ selected: false, total: totals[bucket], sponsored: 0n, userPays: totals[bucket] });
  return {
    selected: [],
    capHit: false,
    buckets: {
      execution: userPays('execution'),
      swap: userPays('swap'),
      'the service': userPays('the service'),
      app: userPays('app'),
      rent: userPays('rent'),
    },
    sponsoredTotal: 0n,
    userPaysTotal: feeBuckets.reduce((sum, bucket) => sum + totals[bucket], 0n),
  };
}
