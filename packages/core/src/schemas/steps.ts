import { z } from 'zod';
import { bytes32Schema } from './primitives.js';

/** The steps that a quote may hold. @see docs/spec/steps.md#step-ids */
export const stepIdSchema = z.enum([
  'deposit',
  'approve',
  'authorize',
  'authorize1',
  'authorize2',
  'swap',
  'send',
]);

/** Endpoint that says whether an item is complete. */
export const checkSchema = z.object({ endpoint: z.string(), method: z.literal('GET') });

/** Data of an EVM transaction item. @see docs/spec/steps.md#evm */
export const evmTransactionDataSchema = z.object({
  from: z.string(),
  to: z.string(),
  data: z.string(),
  value: z.string(),
  chainId: z.number(),
  gas: z.string().optional(),
  maxFeePerGas: z.string().optional(),
  maxPriorityFeePerGas: z.string().optional(),
});

/** Data of an EVM transaction item. */
export type EvmTransactionData = z.infer<typeof evmTransactionDataSchema>;

/** Message to sign, and the endpoint that takes the signature. */
export const signatureDataSchema = z.object({
  sign: z.discriminatedUnion('signatureKind', [
    z.object({ signatureKind: z.literal('eip191'), message: z.string() }),
    z.object({
      signatureKind: z.literal('eip712'),
      domain: z.record(z.string(), z.unknown()),
      types: z.record(z.string(), z.array(z.object({ name: z.string(), type: z.string() }))),
      primaryType: z.string(),
      value: z.record(z.string(), z.unknown()),
    }),
  ]),
  post: z.object({
    endpoint: z.string(),
    method: z.literal('POST'),
    body: z.record(z.string(), z.unknown()),
  }),
  /**
   * Plan for the money in the encoding of its VM, where what is signed holds only the
   * hash of it.
   */
  plan: z.string().optional(),
});

/** Message to sign, and the endpoint that takes the signature. */
export type SignatureData = z.infer<typeof signatureDataSchema>;

/**
 * One action of a step. Its `data` belongs to the VM: executors parse it, shared code does not look
 * inside.
 */
export const stepItemSchema = z.object({
  status: z.enum(['complete', 'incomplete']),
  data: z.record(z.string(), z.unknown()),
  check: checkSchema.optional(),
});

/** One action of a step. */
export interface StepItem {
  status: 'complete' | 'incomplete';
  /** Message or transaction in the words of its VM; executors read it. */
  data: Record<string, unknown>;
  /** Endpoint that says whether it is complete. */
  check?: { endpoint: string; method: 'GET' } | undefined;
}

/** One step of a quote; its items may be performed simultaneously. @see docs/spec/steps.md#step */
export const stepSchema = z.object({
  id: stepIdSchema,
  action: z.string(),
  description: z.string(),
  kind: z.enum(['transaction', 'signature']),
  requestId: bytes32Schema.optional(),
  depositAddress: z.string().optional(),
  depositAddressId: z.string().optional(),
  items: z.array(stepItemSchema),
});

/** One step of a quote. */
export interface Step {
  id: z.infer<typeof stepIdSchema>;
  /** For a button. */
  action: string;
  /** For a line under it. */
  description: string;
  /** Whether a transaction is sent or a signature is made. */
  kind: 'transaction' | 'signature';
  requestId?: string | undefined;
  /** Address where a plain transfer pays the order; empty otherwise. */
  depositAddress?: string | undefined;
  depositAddressId?: string | undefined;
  /** May be performed at the same time. */
  items: StepItem[];
}
