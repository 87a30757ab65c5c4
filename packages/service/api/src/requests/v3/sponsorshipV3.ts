import {
  assert,
  feeBuckets,
  serviceBucket,
  type CurrencyAmount,
  type FeeBucket,
  type RequestEntry,
} from '@portage/core';
import type { RequestV3 } from './entryV3.js';

type Data = RequestEntry['data'];
type Phase = NonNullable<Data['feeSponsorship']>['quoted'];
type SponsorshipV3 = NonNullable<RequestV3['data']['feeSponsorship']>;
type PhaseV3 = SponsorshipV3['quoted'];
type Shown = PhaseV3['sponsoredTotal'];
type BucketV3 = PhaseV3['selectedComponents'][number];

/** Name of a bucket in version 3: the service's own is the platform's. Pure. */
export function bucketV3(bucket: FeeBucket): BucketV3 {
  return bucket === serviceBucket ? 'platform' : bucket;
}

/** Sponsorship of an entry with the buckets of version 3; its amounts share one currency. Pure. */
export function sponsorshipV3({
  feeSponsorship,
  feeCurrencyObject,
}: Data): RequestV3['data']['feeSponsorship'] {
  if (feeSponsorship === undefined || feeCurrencyObject === undefined) return null;
  const { quoted, actual } = feeSponsorship;
  return {
    quoted: phase(quoted),
    ...(actual === undefined ? {} : { actual: phase(actual) }),
    currency: feeCurrencyObject,
  };
}

function phase(view: Phase): PhaseV3 {
  const { selectedComponents, capHit, components, sponsoredTotal, userPaysTotal } = view;
  const { maxSubsidizationAmount, subsidizationBps, sponsorPayment } = view;
  const bucket = (name: FeeBucket): PhaseV3['components'][BucketV3] => {
    const found = components[name];
    assert(found !== undefined, 'the view of a quote has every bucket');
    const { selected, total, sponsored, userPays } = found;
    return {
      selected,
      total: withoutCurrency(total),
      sponsored: withoutCurrency(sponsored),
      userPays: withoutCurrency(userPays),
    };
  };
  assert(
    sponsoredTotal !== undefined && userPaysTotal !== undefined,
    'the view of a quote has its totals',
  );
  return {
    selectedComponents: selectedComponents.map(bucketV3),
    ...(maxSubsidizationAmount === undefined ? {} : { maxSubsidizationAmount }),
    ...(subsidizationBps === undefined ? {} : { subsidizationBps }),
    capHit,
    // Each bucket is named once.
    components: Object.fromEntries(
      feeBuckets.map((name) => [bucketV3(name), bucket(name)]),
    ) as PhaseV3['components'],
    sponsoredTotal: withoutCurrency(sponsoredTotal),
    userPaysTotal: withoutCurrency(userPaysTotal),
    ...paymentOf(sponsorPayment),
  };
}

function withoutCurrency(shown: CurrencyAmount): Shown {
  const { amount, amountFormatted, amountUsd, minimumAmount } = shown;
  return { amount, amountFormatted, amountUsd, minimumAmount };
}

/** Payment of a sponsor, where the currency of its balance is known. */
function paymentOf(payment: Phase['sponsorPayment']): Pick<PhaseV3, 'sponsorPayment'> {
  const { amount, address, chainId } = payment ?? {};
  return amount === undefined || address === undefined || chainId === undefined
    ? {}
    : { sponsorPayment: { amount, address, chainId } };
}
