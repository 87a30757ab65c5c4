import { z } from 'zod';
import { feeBuckets, type FeeBucket } from '../feeBuckets.js';
import { currencyAmountSchema } from './currencyAmount.js';
import { protocolV2Schema } from './order.js';
import { bytes32Schema } from './primitives.js';
import { stepSchema } from './steps.js';

/** `fees` of a quote. @see SPEC, "Fees" */
export const feesSchema = z.object({
  gas: currencyAmountSchema,
  relayer: currencyAmountSchema,
  relayerGas: currencyAmountSchema,
  relayerService: currencyAmountSchema,
  app: currencyAmountSchema,
  subsidized: currencyAmountSchema,
});

/** `fees` of a quote. */
export type Fees = z.infer<typeof feesSchema>;

/** What of one bucket is sponsored. @see SPEC, "feeSponsorship" */
export const sponsoredBucketSchema = z.object({
  selected: z.boolean(),
  total: currencyAmountSchema,
  sponsored: currencyAmountSchema,
  userPays: currencyAmountSchema,
});

const bucketEnum = z.enum(feeBuckets);

/** Sponsorship in one phase, `quoted` or `actual`. */
export const sponsorshipPhaseSchema = z.object({
  selectedComponents: z.array(bucketEnum),
  maxSubsidizationAmount: z.string().optional(),
  subsidizationBps: z.number().int().optional(),
  capHit: z.boolean(),
  components: z.partialRecord(bucketEnum, sponsoredBucketSchema),
  sponsoredTotal: currencyAmountSchema.optional(),
  userPaysTotal: currencyAmountSchema.optional(),
  /** What left the sponsor's balance with the fill: smallest units of the stablecoin in which it is counted, and USD. */
  sponsorPayment: z.object({ amount: z.string(), amountUsd: z.string(), address: z.string().optional(), chainId: z.number().int().optional() }).optional(),
});

/** `feeSponsorship` of a quote. */
export const feeSponsorshipSchema = z.object({
  quoted: sponsorshipPhaseSchema,
  actual: sponsorshipPhaseSchema.optional(),
});

/** `feeSponsorship` of a quote. */
export type FeeSponsorship = z.infer<typeof feeSponsorshipSchema>;

const impactSchema = z.object({ usd: z.string(), percent: z.string() });
const usdSchema = z.object({ usd: z.string() });
const toleranceSchema = z.object({ usd: z.string(), value: z.string(), percent: z.string() });
const routeSideSchema = z.object({ inputCurrency: currencyAmountSchema, outputCurrency: currencyAmountSchema, router: z.string() });

/** `details` of a quote. @see SPEC, "Details" */
export const detailsSchema = z.object({
  operation: z.string(),
  sender: z.string(),
  recipient: z.string(),
  currencyIn: currencyAmountSchema,
  currencyOut: currencyAmountSchema,
  refundCurrency: currencyAmountSchema,
  totalImpact: impactSchema,
  swapImpact: impactSchema,
  expandedPriceImpact: z.object({
    swap: usdSchema,
    execution: usdSchema,
    'the service': usdSchema,
    app: usdSchema,
    sponsored: usdSchema,
  }),
  rate: z.string(),
  slippageTolerance: z.object({ origin: toleranceSchema, destination: toleranceSchema }),
  timeEstimate: z.number(),
  userBalance: z.string(),
  isFixedRate: z.boolean(),
  route: z.object({ origin: routeSideSchema, destination: routeSideSchema }),
});

/** `details` of a quote. */
export type Details = z.infer<typeof detailsSchema>;

/** The answer of `POST /quote/v2`. @see SPEC, "Quote response" */
export const quoteSchema = z.object({
  requestId: bytes32Schema,
  steps: z.array(stepSchema),
  fees: feesSchema,
  feeSponsorship: feeSponsorshipSchema,
  details: detailsSchema,
  /** Without `v2` where there is no order: a swap that the user makes alone. */
  protocol: z.object({ v2: protocolV2Schema.optional() }),
});

/** The answer of `POST /quote/v2`. */
export type Quote = z.infer<typeof quoteSchema>;

/** Buckets that the price impact is split into; rent is paid beside it. */
export const impactBuckets: readonly Exclude<FeeBucket, 'rent'>[] = ['swap', 'execution', 'the service', 'app'];
