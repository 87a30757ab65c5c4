import { z } from 'zod';
import { currencySchema } from './currencyAmount.js';
import { bytes32Schema, signedAmountSchema } from './primitives.js';
import { requestEntrySchema, requestsQuerySchema } from './requests.js';

/** Answer of `GET /dashboard/api/session`. */
export const dashboardSessionSchema = z.object({
  /** `operator` sees everything, `app` what came with keys of its owner. */
  role: z.enum(['operator', 'app']),
  /** Public id of the key. */
  apiKey: z.string(),
  owner: z.string(),
  /** Account whose balance pays what quotes of the key sponsor. */
  sponsor: z.string().optional(),
  /** Wallet whose app fees stand behind fast fills of the key. */
  appWallet: z.string().optional(),
});

/** Query of `GET /dashboard/api/requests`. */
export const dashboardRequestsQuerySchema = requestsQuerySchema.omit({
  includeOrderData: true,
  startBlock: true,
  endBlock: true,
});

/** Path of `GET /dashboard/api/requests/{requestId}`. */
export const dashboardRequestParamsSchema = z.object({ requestId: bytes32Schema });

/** Answer of `GET /dashboard/api/requests/{requestId}`. Amounts are smallest units. */
export const dashboardRequestSchema = z.object({
  request: requestEntrySchema,
  orderId: z.string(),
  /** Public id of the key that asked for the quote. */
  apiKey: z.string().optional(),
  deposits: z.array(
    z.object({
      chainId: z.number().int(),
      transactionId: z.string(),
      height: z.number().int(),
      currency: z.string(),
      amount: z.string(),
      depositor: z.string(),
      state: z.string(),
      /** Outcome of the deposit, once it is final. */
      outcome: z.string().optional(),
      reason: z.string(),
      reorgCount: z.number().int(),
      seenAt: z.string(),
      finalAt: z.string().optional(),
    }),
  ),
  settlements: z.array(
    z.object({
      /** Part of the order that is paid by itself. */
      leg: z.string(),
      kind: z.string(),
      chainId: z.number().int(),
      decidedAt: z.string(),
      settledAt: z.string().optional(),
    }),
  ),
  /** Transactions that the service signed for the request, oldest first. */
  transactions: z.array(
    z.object({
      chainId: z.number().int(),
      transactionId: z.string(),
      purpose: z.string(),
      state: z.string(),
      sequence: z.string(),
      height: z.number().int().optional(),
      /** In the chain's native currency. */
      gasCost: z.string().optional(),
      storedAt: z.string(),
      sentAt: z.string().optional(),
    }),
  ),
  /** Entries of the ledger, oldest first; of an entry that others share, this request's part. */
  entries: z.array(
    z.object({
      kind: z.string(),
      at: z.string(),
      postings: z.array(
        z.object({
          account: z.string(),
          /** Chain and currency as `8453:0x…`, or `usd` in millionths for sponsors. */
          asset: z.string(),
          amount: signedAmountSchema,
        }),
      ),
    }),
  ),
});

/** Query of `GET /dashboard/api/overview`. */
export const dashboardOverviewQuerySchema = z.object({
  window: z.enum(['hour', 'day', 'week', 'month']).default('day'),
  /** Public id of an API key, never its secret. */
  apiKey: z.string().max(128).optional(),
});

const fillTimesSchema = z.object({
  count: z.number().int(),
  p50: z.number(),
  p95: z.number(),
  p99: z.number(),
});

const outcomesSchema = z.object({
  requests: z.number().int(),
  success: z.number().int(),
  refund: z.number().int(),
  failure: z.number().int(),
  /** Worth of the inputs at the prices of their quotes. */
  volumeUsd: z.string(),
  /** Seconds from a final deposit to the end of its request; absent without a fill. */
  fillSeconds: fillTimesSchema.optional(),
});

/** Answer of `GET /dashboard/api/overview`. */
export const dashboardOverviewSchema = z.object({
  /** Unix seconds. */
  from: z.number().int(),
  to: z.number().int(),
  bucketSeconds: z.number().int(),
  /** Whether the window holds more requests than were read; the newest are. */
  isPartial: z.boolean(),
  totals: outcomesSchema,
  /** Every bucket of the window, oldest first. */
  buckets: z.array(outcomesSchema.extend({ at: z.number().int() })),
  routes: z.array(
    z.object({
      originChainId: z.number().int(),
      destinationChainId: z.number().int(),
      requests: z.number().int(),
      volumeUsd: z.string(),
    }),
  ),
  /** Spending of sponsors on requests of the window that are filled. */
  sponsors: z.array(
    z.object({
      account: z.string(),
      requests: z.number().int(),
      sponsoredUsd: z.string(),
      /** By requests whose quotes have a cap; absent where none has one. */
      capped: z
        .object({
          requests: z.number().int(),
          sponsoredUsd: z.string(),
          /** Sum of their caps. */
          capUsd: z.string(),
          /** Requests that took the whole of their cap. */
          reached: z.number().int(),
        })
        .optional(),
    }),
  ),
  /** Earnings of apps by requests of the window that are filled. */
  appFees: z.array(
    z.object({ wallet: z.string(), requests: z.number().int(), earnedUsd: z.string() }),
  ),
});

/** Answer of `GET /dashboard/api/money`. */
export const dashboardMoneySchema = z.object({
  appFees: z.array(
    z.object({
      wallet: z.string(),
      currency: currencySchema,
      amountFormatted: z.string(),
      /** Part of it whose payouts are not final yet; absent where all is. */
      pendingFormatted: z.string().optional(),
      /** Absent without a price. */
      amountUsd: z.string().optional(),
    }),
  ),
  sponsors: z.array(z.object({ account: z.string(), balanceUsd: z.string() })),
});

/** Answer of `GET /dashboard/api/keys`. Secrets are stored nowhere. */
export const dashboardKeysSchema = z.object({
  /** Keys of the owner, for operators all; the newest first, at most 500. */
  keys: z.array(
    z.object({
      /** Public id of the key. */
      id: z.string(),
      name: z.string(),
      owner: z.string(),
      rights: z.array(z.string()),
      /** Account whose balance pays what quotes of the key sponsor. */
      sponsor: z.string().optional(),
      createdAt: z.string(),
      /** Minute of the newest call, or its hour or day where it is long ago; absent without one. */
      lastUsedAt: z.string().optional(),
      /** Absent while the key is valid. */
      revokedAt: z.string().optional(),
    }),
  ),
});

/** Answer of `GET /dashboard/api/service`. */
export const dashboardServiceSchema = z.object({
  chains: z.array(
    z.object({
      id: z.number().int(),
      name: z.string(),
      status: z.enum(['ok', 'lagging', 'down', 'halted']),
      /** Why it is not well. */
      reason: z.string().optional(),
      warnings: z.array(z.string()),
      height: z.number().int(),
      inventory: z.array(
        z.object({
          sender: z.string(),
          symbol: z.string(),
          amountFormatted: z.string(),
          reservedFormatted: z.string(),
          amountUsd: z.string().optional(),
        }),
      ),
      /** Balances of the chain compared with the books, as of one block. */
      solvency: z.array(
        z.object({
          /** Address of a sender, or `depository`. */
          account: z.string(),
          symbol: z.string(),
          balanceFormatted: z.string(),
          booksFormatted: z.string(),
          differenceFormatted: z.string(),
          height: z.number().int(),
          ageSeconds: z.number(),
        }),
      ),
    }),
  ),
  prices: z.array(
    z.object({
      asset: z.string(),
      feed: z.string(),
      usd: z.string().optional(),
      ageSeconds: z.number().optional(),
      /** Why it is not quoted from. */
      refusal: z.string().optional(),
    }),
  ),
  /** Halts that were cleared, newest first. */
  clearances: z.array(
    z.object({
      chainId: z.number().int(),
      haltedReason: z.string(),
      reason: z.string(),
      clearedAt: z.string(),
    }),
  ),
});

/** Answer of `GET /dashboard/api/session`. */
export type DashboardSession = z.output<typeof dashboardSessionSchema>;
/** Answer of `GET /dashboard/api/requests/{requestId}`. */
export type DashboardRequest = z.output<typeof dashboardRequestSchema>;
/** Answer of `GET /dashboard/api/overview`. */
export type DashboardOverview = z.output<typeof dashboardOverviewSchema>;
/** Answer of `GET /dashboard/api/money`. */
export type DashboardMoney = z.output<typeof dashboardMoneySchema>;
/** Answer of `GET /dashboard/api/service`. */
export type DashboardService = z.output<typeof dashboardServiceSchema>;
