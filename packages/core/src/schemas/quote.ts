import { z } from 'zod';
import { feeBuckets, type FeeBucket } from '../feeBuckets.js';
import { currencyAmountSchema, type CurrencyAmount } from './currencyAmount.js';
import { protocolV2Schema, type ProtocolV2 } from './order.js';
import { amountSchema, bytes32Schema, decimalSchema, signedAmountSchema } from './primitives.js';
import { stepSchema, type Step } from './steps.js';

/** `fees` of a quote. @see docs/spec/quote.md#fees */
export const feesSchema = z.object({
  gas: currencyAmountSchema,
  relayer: currencyAmountSchema,
  relayerGas: currencyAmountSchema,
  relayerService: currencyAmountSchema,
  app: currencyAmountSchema,
  subsidized: currencyAmountSchema,
});

/** `fees` of a quote. */
export interface Fees {
  /** Gas of the user's own transactions, paid to the origin chain and not part of the price. */
  gas: CurrencyAmount;
  /** Fees of the solver: the sum of `relayerGas` and `relayerService`. */
  relayer: CurrencyAmount;
  /** Gas that the solver pays. */
  relayerGas: CurrencyAmount;
  /** Margin of the solver; negative where it pays for money that moves its way. */
  relayerService: CurrencyAmount;
  /** Fee of the app. */
  app: CurrencyAmount;
  /** Part of the fees that the sponsor pays. */
  subsidized: CurrencyAmount;
}

/** Sponsored part of one bucket. @see docs/spec/quote.md#fee-sponsorship */
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
  maxSubsidizationAmount: amountSchema.optional(),
  subsidizationBps: z.number().int().optional(),
  capHit: z.boolean(),
  components: z.partialRecord(bucketEnum, sponsoredBucketSchema),
  sponsoredTotal: currencyAmountSchema.optional(),
  userPaysTotal: currencyAmountSchema.optional(),
  sponsorPayment: z
    .object({
      amount: signedAmountSchema,
      amountUsd: decimalSchema,
      address: z.string().optional(),
      chainId: z.number().int().optional(),
    })
    .optional(),
});

/** Sponsored part of one bucket. */
interface SponsoredBucket {
  /** Whether the sponsor takes this bucket on. */
  selected: boolean;
  total: CurrencyAmount;
  sponsored: CurrencyAmount;
  /** `total` less `sponsored`. */
  userPays: CurrencyAmount;
}

/** Sponsorship in one phase, `quoted` or `actual`. */
interface SponsorshipPhase {
  selectedComponents: FeeBucket[];
  /** The cap: 1000000 is 1 USD. */
  maxSubsidizationAmount?: string | undefined;
  /** Share of each bucket in basis points. */
  subsidizationBps?: number | undefined;
  /** Whether the cap left something to the user. */
  capHit: boolean;
  components: Partial<Record<FeeBucket, SponsoredBucket>>;
  sponsoredTotal?: CurrencyAmount | undefined;
  userPaysTotal?: CurrencyAmount | undefined;
  /**
   * Amount that left the sponsor's balance with the fill: smallest units of the stablecoin in which
   * it is counted, and USD.
   */
  sponsorPayment?:
    | {
        amount: string;
        amountUsd: string;
        address?: string | undefined;
        chainId?: number | undefined;
      }
    | undefined;
}

/** `feeSponsorship` of a quote. */
export const feeSponsorshipSchema = z.object({
  quoted: sponsorshipPhaseSchema,
  actual: sponsorshipPhaseSchema.optional(),
});

/** `feeSponsorship` of a quote. */
export interface FeeSponsorship {
  /** As promised with the quote. */
  quoted: SponsorshipPhase;
  /** As booked with the fill. */
  actual?: SponsorshipPhase | undefined;
}

const impactSchema = z.object({ usd: decimalSchema, percent: decimalSchema });
const usdSchema = z.object({ usd: decimalSchema });
const toleranceSchema = z.object({
  usd: decimalSchema,
  value: signedAmountSchema,
  percent: decimalSchema,
});
const routeSideSchema = z.object({
  inputCurrency: currencyAmountSchema,
  outputCurrency: currencyAmountSchema,
  router: z.string(),
});

/** A cost in USD, and as a share of what is paid. */
interface Impact {
  usd: string;
  percent: string;
}

/** Loss that a side may have: in USD, in the smallest unit of its currency, and in percent. */
interface SlippageSide {
  usd: string;
  value: string;
  percent: string;
}

/** One side of a route: what goes in, what comes out, and through which swap source. */
interface RouteSide {
  inputCurrency: CurrencyAmount;
  outputCurrency: CurrencyAmount;
  router: string;
}

/** `details` of a quote. @see docs/spec/quote.md#details */
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
  rate: decimalSchema,
  slippageTolerance: z.object({
    origin: toleranceSchema,
    destination: toleranceSchema,
    latePayment: toleranceSchema.optional(),
  }),
  timeEstimate: z.number(),
  userBalance: amountSchema,
  isFixedRate: z.boolean(),
  route: z.object({ origin: routeSideSchema, destination: routeSideSchema }),
});

/** `details` of a quote. */
export interface Details {
  /** Kind of operation: `bridge`, `swap`, `wrap`, `unwrap`, `send` or `call`. */
  operation: string;
  /** Account that pays. */
  sender: string;
  /** Account that receives. */
  recipient: string;
  /** Currency and amount that are paid. */
  currencyIn: CurrencyAmount;
  /** Currency and amount that are received; `minimumAmount` is promised by the order. */
  currencyOut: CurrencyAmount;
  /** Currency of a refund. */
  refundCurrency: CurrencyAmount;
  /** Cost of the whole, fees and swaps together. */
  totalImpact: Impact;
  /** Cost of the pools. */
  swapImpact: Impact;
  /** `totalImpact` by its parts. */
  expandedPriceImpact: Record<
    'swap' | 'execution' | 'the service' | 'app' | 'sponsored',
    { usd: string }
  >;
  /** Units received for one unit paid. */
  rate: string;
  /**
   * How much less than expected may come of the swaps on each side, and, where the request allows
   * it, how much less again of a payment that comes late.
   */
  slippageTolerance: {
    origin: SlippageSide;
    destination: SlippageSide;
    latePayment?: SlippageSide | undefined;
  };
  /** Seconds from sending the deposit to the payout, as measured. */
  timeEstimate: number;
  /**
   * Balance of the payer in the input currency, at most a minute old; `"0"` where the service has
   * not read it yet, as for the first quote of a payer.
   */
  userBalance: string;
  /** Whether `fixedRate` was asked for. */
  isFixedRate: boolean;
  /** Currencies and swaps on each side. */
  route: { origin: RouteSide; destination: RouteSide };
}

/** The answer of `POST /quote/v2`. @see docs/spec/quote.md#answer */
export const quoteSchema = z.object({
  requestId: bytes32Schema,
  expiresAt: z.number().int().optional(),
  steps: z.array(stepSchema),
  fees: feesSchema,
  feeSponsorship: feeSponsorshipSchema,
  details: detailsSchema,
  protocol: z.object({ v2: protocolV2Schema.optional() }),
});

/** The answer of `POST /quote/v2`. */
export interface Quote {
  /** Names the request everywhere: statuses, lists, `resume`. */
  requestId: string;
  /**
   * Milliseconds since 1970 until which a payment is filled; a later one is refunded. Absent in an
   * indicative quote.
   */
  expiresAt?: number | undefined;
  /** Steps that the user performs, in this order. */
  steps: Step[];
  fees: Fees;
  /** Fees that a sponsor pays, by bucket. */
  feeSponsorship: FeeSponsorship;
  /** Currencies, amounts and impact of the payment; for people. */
  details: Details;
  /**
   * The order that `verifyQuote` recomputes; without `v2` where there is none: a swap that the user
   * makes alone.
   */
  protocol: { v2?: ProtocolV2 | undefined };
}

/** Buckets that the price impact is split into; rent is paid beside it. */
export const impactBuckets: readonly Exclude<FeeBucket, 'rent'>[] = [
  'swap',
  'execution',
  'the service',
  'app',
];
