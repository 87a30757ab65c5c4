import { impact, splitFees, type FeeSplit, type Impact, type Sponsorship } from '@portage/fees';
import { sponsorshipOf } from '../price/chargeInput.js';
import { sponsorTermsOf } from '../price/sponsorTerms.js';
import type { QuoteFigures } from './quoteFigures.js';
import { worthOf } from './showAmount.js';

/** Cost of a quote: its fees, who pays them, and what they and the pools take of the input. */
export interface QuoteCost {
  readonly fees: FeeSplit;
  readonly sponsorship: Sponsorship;
  readonly impact: Impact;
}

/** Works the cost of a quote out of its figures. Pure. */
export function quoteCost(figures: QuoteFigures): QuoteCost {
  const { amounts, currencies } = figures;
  const fees = splitFees(figures.feeParts);
  const sponsorship = sponsorshipOf(fees, sponsorOf(figures));
  const { buckets } = sponsorship;
  const charged = (amount: bigint): bigint => worthOf(currencies.deposit, amount);
  return {
    fees,
    sponsorship,
    impact: impact({
      in: worthOf(currencies.input, amounts.expectedInput),
      out: worthOf(currencies.output, amounts.output),
      relayer: charged(fees.relayer),
      app: charged(fees.app),
      sponsored: charged(sponsorship.sponsoredTotal),
      userPays: {
        execution: charged(buckets.execution.userPays),
        service: charged(buckets['the service'].userPays),
        app: charged(buckets.app.userPays),
        rent: charged(buckets.rent.userPays),
      },
    }),
  };
}

function sponsorOf({
  sponsorship,
  currencies,
}: QuoteFigures): ReturnType<typeof sponsorTermsOf> | undefined {
  if (sponsorship === undefined) return undefined;
  const { subsidizationBps = 10_000, isAllOrNothing } = sponsorship;
  return sponsorTermsOf(
    { ...sponsorship, subsidizationBps },
    { currency: currencies.deposit.rate, isAllOrNothing },
  );
}
