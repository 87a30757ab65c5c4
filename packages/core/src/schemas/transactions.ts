import { z } from 'zod';
import {
  amountSchema,
  bytes32Schema,
  hexSchema,
  signatureSchema,
  textSchema,
} from './primitives.js';
import { authorizationSchema } from './quoteRequest.js';

const chainIdTextSchema = z.union([
  z
    .string()
    .max(20)
    .regex(/^[0-9]+$/, 'must be a chain id'),
  z.number().int().min(1).transform(String),
]);

/** Body of `POST /transactions/index`. */
export const transactionsIndexBodySchema = z.object({
  chainId: chainIdTextSchema,
  txHash: z.string().min(1).max(128),
  requestId: bytes32Schema.optional(),
  referrer: textSchema.optional(),
});

/** Body of `POST /transactions/single`. */
export const transactionsSingleBodySchema = z.object({
  requestId: bytes32Schema,
  chainId: chainIdTextSchema,
  /** JSON text of the step item's data plus `txHash`. */
  tx: z.string().max(32_768),
  referrer: textSchema.optional(),
});

/** Body of `POST /fast-fill`. @see docs/spec/sponsorship.md#fast-fills */
export const fastFillBodySchema = z.object({
  requestId: bytes32Schema,
  /** Largest deposit that the app guarantees, in smallest units of the deposit currency. */
  solverInputCurrencyAmount: amountSchema.optional(),
  /** Largest payout, in USD. */
  maxFillAmountUsd: z.number().min(0).max(1e9).optional(),
  referrer: textSchema.optional(),
});

/** Query of a posted signature. */
export const signatureQuerySchema = z.object({ signature: signatureSchema });

/** Body of `POST /execute/permits`. */
export const executePermitsBodySchema = z.object({
  kind: z.enum(['eip3009', 'permit2', 'claim', 'eip2612']),
  requestId: bytes32Schema,
  api: z.enum(['bridge', 'swap', 'user-swap']).optional(),
  referrer: textSchema.optional(),
});

/** Body of gasless `POST /execute`. */
export const executeBodySchema = z.object({
  executionKind: z.literal('rawCalls'),
  data: z.object({
    chainId: z.number().int().min(1),
    to: z.string().max(128),
    data: hexSchema,
    value: amountSchema,
    authorizationList: z.array(authorizationSchema).max(1).optional(),
  }),
  executionOptions: z.object({
    referrer: textSchema.optional(),
    subsidizeFees: z.boolean(),
    destinationChainExecutionData: z.record(z.string(), z.unknown()).optional(),
  }),
  requestId: bytes32Schema.optional(),
  originGasOverhead: z.number().int().min(0).optional(),
});

/** Answer of gasless `POST /execute`. */
export const executeResponseSchema = z.object({ message: z.string(), requestId: bytes32Schema });
