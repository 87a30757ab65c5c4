import { z } from 'zod';
import {
  accountSchema,
  amountSchema,
  bytes32Schema,
  chainSlugSchema,
  evmAddressSchema,
  hexSchema,
} from './primitives.js';

const deadlineSchema = z.number().int().min(0).max(4_294_967_295);

/** One way to pay an input back. */
export const orderRefundSchema = z.object({
  chainId: chainSlugSchema,
  recipient: accountSchema,
  currency: accountSchema,
  minimumAmount: amountSchema,
  deadline: deadlineSchema,
  extraData: hexSchema,
});

/** One payment that the order waits for. */
export const orderInputSchema = z.object({
  payment: z.object({
    chainId: chainSlugSchema,
    currency: accountSchema,
    amount: amountSchema,
    weight: amountSchema,
  }),
  refunds: z.array(orderRefundSchema),
});

/** One payment that the order promises. */
export const orderPaymentSchema = z.object({
  recipient: accountSchema,
  currency: accountSchema,
  minimumAmount: amountSchema,
  expectedAmount: amountSchema,
});

/** One fee that the solver owes when the order is filled. */
export const orderFeeSchema = z.object({
  recipientChainId: chainSlugSchema,
  recipient: accountSchema,
  currencyChainId: chainSlugSchema,
  currency: accountSchema,
  amount: amountSchema,
});

/** `protocol.v2.orderData`. @see docs/spec/quote.md#protocol */
export const orderDataSchema = z.object({
  version: z.literal('v1'),
  solverChainId: chainSlugSchema,
  solver: evmAddressSchema,
  salt: z.string().regex(/^0x[a-fA-F0-9]{1,64}$/, 'must be a hex number of at most 32 bytes'),
  inputs: z.array(orderInputSchema),
  output: z.object({
    chainId: chainSlugSchema,
    payments: z.array(orderPaymentSchema),
    calls: z.array(hexSchema),
    deadline: deadlineSchema,
    extraData: hexSchema,
  }),
  fees: z.array(orderFeeSchema),
});

/** A protocol order on the wire. */
export type OrderData = z.infer<typeof orderDataSchema>;

/** Place that the payer's money goes to. */
export const paymentDetailsSchema = z.object({
  chainId: chainSlugSchema,
  depository: accountSchema,
  currency: accountSchema,
  amount: amountSchema,
});

/** Place that the payer's money goes to. */
export type PaymentDetails = z.infer<typeof paymentDetailsSchema>;

/** `protocol.v2` of a quote. */
export const protocolV2Schema = z.object({
  orderId: bytes32Schema,
  orderSignature: hexSchema.optional(),
  orderData: orderDataSchema,
  paymentDetails: paymentDetailsSchema,
});

/** `protocol.v2` of a quote. */
export type ProtocolV2 = z.infer<typeof protocolV2Schema>;
