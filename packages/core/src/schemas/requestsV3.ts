import { z } from 'zod';
import { currencyAmountSchema, currencySchema } from './currencyAmount.js';
import { failReasons, refundFailReasons } from './failReasons.js';
import { decimalSchema, signedAmountSchema } from './primitives.js';
import { requestProtocolSchema, stateChangeSchema } from './requests.js';
import { requestFeatures } from './requestsV3Query.js';

/** Buckets of version 3: the service's own is the platform's. */
const platformBuckets = ['execution', 'swap', 'platform', 'app', 'rent'] as const;

/** A transaction of a request; without a status until a block holds it. */
const txSchema = z.object({
  txHash: z.string(),
  chainId: z.number().int(),
  type: z.literal('onchain'),
  status: z.literal('success').optional(),
  block: z.number().int().optional(),
  /** Unix seconds of the block. */
  timestamp: z.number().optional(),
  /** Gas that the service paid, native currency. */
  fee: z.string().optional(),
  stateChanges: z.array(stateChangeSchema).optional(),
});

/** One component of the fees: USD, and smallest units of `fees.currency`. */
const feeSchema = z.object({
  usd: decimalSchema,
  amount: signedAmountSchema,
  amountFormatted: decimalSchema,
});

/** Fees of one phase by component; each is a cost, and a reward is negative. */
const feesV3Schema = z.object({
  swap: feeSchema,
  execution: feeSchema,
  platform: feeSchema,
  app: feeSchema,
  /** Rent of accounts that the payment opens. */
  rent: feeSchema,
  sponsored: feeSchema,
});

const shownSchema = currencyAmountSchema.omit({ currency: true });
const bucketSchema = z.object({
  selected: z.boolean(),
  total: shownSchema,
  sponsored: shownSchema,
  userPays: shownSchema,
});

/** Sponsorship of one phase, in `feeSponsorship.currency`. */
const sponsorshipV3Schema = z.object({
  selectedComponents: z.array(z.enum(platformBuckets)),
  maxSubsidizationAmount: z.string().optional(),
  subsidizationBps: z.number().int().optional(),
  capHit: z.boolean(),
  components: z.record(z.enum(platformBuckets), bucketSchema),
  sponsoredTotal: shownSchema,
  userPaysTotal: shownSchema,
  sponsorPayment: z
    .object({ amount: z.string(), address: z.string(), chainId: z.number().int() })
    .optional(),
});

const appFeeSchema = z.object({
  recipient: z.string(),
  bps: z.string().optional(),
  amount: z.string(),
  amountFormatted: z.string(),
  amountUsd: z.string().optional(),
});

const sideSchema = z.object({
  inputCurrency: currencyAmountSchema.nullable(),
  outputCurrency: currencyAmountSchema.nullable(),
  router: z.string(),
});

/** Currencies and amounts on each side, as quoted and as booked. */
const routeV3Schema = z.object({
  quoted: z.object({ origin: sideSchema, destination: sideSchema }),
  actual: z
    .object({
      origin: sideSchema,
      destination: sideSchema.extend({ currencyGasTopup: currencyAmountSchema.optional() }),
      rate: z.string().optional(),
    })
    .nullable(),
});

const impactV3Schema = z.object({
  swap: z.object({ usd: decimalSchema }),
  execution: z.object({ usd: decimalSchema }),
  platform: z.object({ usd: decimalSchema }),
  app: z.object({ usd: decimalSchema }),
  sponsored: z.object({ usd: decimalSchema }),
});

/** Quote and outcome of a request in version 3. */
const requestV3DataSchema = z.object({
  slippageTolerance: z.string().optional(),
  failReason: z.enum(failReasons).exclude(['N/A']).nullable(),
  refundFailReason: z.enum(refundFailReasons).exclude(['N/A']).nullable(),
  failedTxHash: z.string().optional(),
  failedTxBlockNumber: z.number().int().optional(),
  usesExternalLiquidity: z.boolean(),
  timeEstimate: z.number().nullable(),
  inTxs: z.array(txSchema),
  outTxs: z.array(txSchema),
  appFees: z.object({
    quoted: z.array(appFeeSchema),
    actual: z.array(appFeeSchema),
    currency: currencySchema.optional(),
  }),
  feeSponsorship: z
    .object({
      quoted: sponsorshipV3Schema,
      actual: sponsorshipV3Schema.optional(),
      currency: currencySchema,
    })
    .nullable(),
  fees: z
    .object({ quoted: feesV3Schema, actual: feesV3Schema.optional(), currency: currencySchema })
    .nullable(),
  expandedPriceImpact: z
    .object({ quoted: impactV3Schema, actual: impactV3Schema.optional() })
    .optional(),
  /** For the owner of the key that the list is filtered by. */
  referrer: z.string().nullable().optional(),
  route: routeV3Schema.nullable(),
  refundCurrencyData: currencyAmountSchema.nullable(),
});

/** One request of `GET /requests/v3`. */
const requestV3Schema = z.object({
  id: z.string(),
  status: z.enum(['refund', 'waiting', 'depositing', 'failure', 'pending', 'submitted', 'success']),
  user: z.string(),
  recipient: z.string(),
  sender: z.string(),
  /** Account of refunds of a deposit address. */
  refundTo: z.string().nullable(),
  supersededByRequestId: z.string().nullable(),
  depositAddress: z
    .object({
      address: z.string(),
      type: z.enum(['strict', 'open']),
      depositor: z.string(),
      depositTxHash: z.string().nullable(),
      recoveryAddress: z.string().nullable(),
    })
    .nullable(),
  data: requestV3DataSchema,
  protocol: requestProtocolSchema.omit({ orderData: true }),
  requestType: z.string().nullable(),
  features: z.array(z.enum(requestFeatures)),
  createdAt: z.string(),
  updatedAt: z.string(),
});

/** Answer of `GET /requests/v3`. */
export const requestsV3ResponseSchema = z.object({
  requests: z.array(requestV3Schema),
  continuation: z.string().optional(),
});
