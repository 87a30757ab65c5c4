import { z } from 'zod';
import { requestStatuses } from '../states.js';
import { currencyAmountSchema, currencySchema } from './currencyAmount.js';
import { failReasons, refundFailReasons } from './failReasons.js';
import { orderDataSchema } from './order.js';
import { bytes32Schema, evmAddressSchema, queryNumber, signedAmountSchema } from './primitives.js';
import { detailsSchema, feeSponsorshipSchema } from './quote.js';

const secondsSchema = queryNumber(z.number().int().min(0).max(253_402_300_799));
const chainIdQuerySchema = queryNumber(z.number().int().min(1)).optional();

/**
 * Query of `GET /requests/v2`. Timestamps are Unix seconds, inclusive, of the time that the list is
 * sorted by. `pending` finds `submitted` requests as well.
 */
export const requestsQuerySchema = z.object({
  limit: queryNumber(z.number().int().min(1).max(50)).default(20),
  continuation: z.string().max(512).optional(),
  /** Payer, recipient or deposit address. */
  user: z.string().min(1).max(128).optional(),
  /** A transaction on either side. */
  hash: z.string().min(1).max(128).optional(),
  originChainId: chainIdQuerySchema,
  destinationChainId: chainIdQuerySchema,
  id: bytes32Schema.optional(),
  orderId: bytes32Schema.optional(),
  includeOrderData: z.stringbool().optional(),
  startTimestamp: secondsSchema.optional(),
  endTimestamp: secondsSchema.optional(),
  startBlock: queryNumber(z.number().int()).optional(),
  endBlock: queryNumber(z.number().int()).optional(),
  /** A chain on either side. */
  chainId: chainIdQuerySchema,
  referrer: z.string().max(256).optional(),
  /** Account of the app that asked. */
  referrerAddress: evmAddressSchema.optional(),
  depositAddress: z.string().max(128).optional(),
  includeChildRequests: z.stringbool().optional(),
  status: z
    .enum(['success', 'failure', 'refund', 'pending', 'depositing', 'waiting', 'submitted'])
    .optional(),
  /** Public id of an API key, never its secret. */
  apiKey: z.string().max(128).optional(),
  sortBy: z.enum(['createdAt', 'updatedAt']).default('createdAt'),
  sortDirection: z.enum(['asc', 'desc']).default('desc'),
});

/** Change of a balance in a transaction of a request. */
export const stateChangeSchema = z.object({
  address: z.string(),
  change: z.object({
    kind: z.literal('token'),
    /** Smallest units, negative for what left. */
    balanceDiff: signedAmountSchema,
    data: z.object({ tokenKind: z.literal('ft'), tokenAddress: z.string() }),
  }),
});

/** A transaction of a request. */
export const requestTxSchema = z.object({
  hash: z.string(),
  chainId: z.number().int(),
  type: z.literal('onchain'),
  /** `pending` until it is seen in a block. */
  status: z.enum(['pending', 'success']).optional(),
  block: z.number().int().optional(),
  /** Unix seconds of the block, while the block is remembered. */
  timestamp: z.number().optional(),
  /** Gas that the service paid for it, in the chain's native currency. */
  fee: z.string().optional(),
  /** Balances that the money of the request changed, gas left out. */
  stateChanges: z.array(stateChangeSchema).optional(),
});

/** The solver's fee in its four parts. */
export const requestFeesSchema = z.object({
  gas: z.string(),
  fixed: z.string(),
  price: z.string(),
  gateway: z.string(),
});

const chainTransactionSchema = z.object({ chainId: z.number().int(), transactionId: z.string() });

/** Fee that an app earns with a request, in smallest units of `appFeeCurrencyObject`. */
export const requestAppFeeSchema = z.object({
  recipient: z.string(),
  /** Basis points of the input, all of the recipient's together. */
  bps: z.string().optional(),
  amount: z.string(),
  /** At the price of the quote. */
  amountUsd: z.string().optional(),
  /** At the price of now, while there is one. */
  amountUsdCurrent: z.string().optional(),
});

/** Deposit and fill of the order on chains. */
export const requestProtocolSchema = z.looseObject({
  orderId: z.string(),
  hubType: z.literal('onchain').optional(),
  isWithdrawable: z.boolean().optional(),
  solver: z
    .object({
      address: z.string(),
      protocolChainId: z.string(),
      chainId: z.number().int().optional(),
    })
    .optional(),
  deposit: z
    .object({
      origin: z.object({
        amount: z.string(),
        chainId: z.number().int(),
        currency: z.string(),
        depositor: z.string(),
        depository: z.string().optional(),
        transactionId: z.string(),
      }),
    })
    .optional(),
  settlement: z
    .object({
      destination: z.object({
        fills: z.array(chainTransactionSchema),
        refunds: z.array(chainTransactionSchema),
      }),
    })
    .optional(),
  /** With `includeOrderData`. */
  orderData: orderDataSchema.optional(),
});

/** One request in the list. */
export const requestEntrySchema = z.object({
  id: z.string(),
  status: z.enum(requestStatuses),
  user: z.string(),
  recipient: z.string(),
  referrer: z.string().nullable(),
  /** Account of the app that asked, where the quote named one. */
  referrerAddress: z.string().optional(),
  createdAt: z.string(),
  updatedAt: z.string(),
  depositAddress: z
    .object({
      address: z.string(),
      depositAddressType: z.enum(['open', 'strict']),
      depositor: z.string(),
      depositTxHash: z.string().nullable(),
    })
    .nullable(),
  data: z.looseObject({
    /**
     * The request that took this one's place, because what arrived at its address was not what it
     * was quoted for.
     */
    supersededByRequestId: z.string().optional(),
    failReason: z.enum(failReasons),
    refundFailReason: z.enum(refundFailReasons),
    /** The last transaction of the service for this request that reverted. */
    failedTxHash: z.string().optional(),
    failedTxBlockNumber: z.number().int().optional(),
    inTxs: z.array(requestTxSchema),
    outTxs: z.array(requestTxSchema),
    /** Basis points. */
    slippageTolerance: z.string().optional(),
    subsidizedRequest: z.boolean().optional(),
    /** As booked; smallest units of `feeCurrencyObject`. Left out until the books know. */
    fees: requestFeesSchema.optional(),
    feesUsd: requestFeesSchema.optional(),
    /** Id of the input's asset, as in `usdc`. */
    currency: z.string().optional(),
    currencyObject: currencySchema.optional(),
    feeCurrency: z.string().optional(),
    feeCurrencyObject: currencySchema.optional(),
    appFeeCurrencyObject: currencySchema.optional(),
    /** As quoted. */
    appFees: z.array(requestAppFeeSchema).optional(),
    /** As booked with the fill; empty before it. */
    paidAppFees: z.array(requestAppFeeSchema).optional(),
    refundCurrencyData: detailsSchema.shape.refundCurrency.optional(),
    feeSponsorship: feeSponsorshipSchema.optional(),
    expandedPriceImpact: z
      .object({
        quoted: detailsSchema.shape.expandedPriceImpact,
        /** As booked with the fill, at the prices of the quote. */
        actual: detailsSchema.shape.expandedPriceImpact.optional(),
      })
      .optional(),
    metadata: detailsSchema
      .pick({
        sender: true,
        recipient: true,
        currencyIn: true,
        currencyOut: true,
        rate: true,
        route: true,
      })
      .extend({
        /** Native currency that the recipient gets beside the payment. */
        currencyGasTopup: currencyAmountSchema.optional(),
      })
      .optional(),
    usesExternalLiquidity: z.boolean().optional(),
    timeEstimate: z.number().optional(),
    /** Smallest units that the recipient got. */
    amountOut: z.string().optional(),
  }),
  protocol: requestProtocolSchema.optional(),
});

/** One request in the list. */
export type RequestEntry = z.infer<typeof requestEntrySchema>;

/** Answer of `GET /requests/v2`. */
export const requestsResponseSchema = z.object({
  requests: z.array(requestEntrySchema),
  continuation: z.string().optional(),
});
