import { z } from 'zod';

const payment = z.object({ recipient: z.string(), currency: z.string() });

/** Order as it stands in `protocol.v2.orderData`. */
export const orderDataSchema = z.object({
  version: z.string(),
  solverChainId: z.string(),
  solver: z.string(),
  salt: z.string(),
  inputs: z.array(
    z.object({
      payment: z.object({
        chainId: z.string(),
        currency: z.string(),
        amount: z.string(),
        weight: z.string(),
      }),
      refunds: z.array(
        payment.extend({
          chainId: z.string(),
          minimumAmount: z.string(),
          deadline: z.number(),
          extraData: z.string(),
        }),
      ),
    }),
  ),
  output: z.object({
    chainId: z.string(),
    payments: z.array(payment.extend({ minimumAmount: z.string(), expectedAmount: z.string() })),
    calls: z.array(z.string()),
    deadline: z.number(),
    extraData: z.string(),
  }),
  fees: z.array(
    z.object({
      recipientChainId: z.string(),
      recipient: z.string(),
      currencyChainId: z.string(),
      currency: z.string(),
      amount: z.string(),
    }),
  ),
});

/** Order as it stands in `protocol.v2.orderData`. */
export type OrderData = z.infer<typeof orderDataSchema>;

/** Quote of an order, as the service answered it. */
export const quoteSchema = z.object({
  requestId: z.string(),
  protocol: z.object({
    v2: z.object({
      orderId: z.string(),
      orderData: orderDataSchema,
      paymentDetails: z.object({ depository: z.string() }).optional(),
    }),
  }),
});

/** Order that was signed, with the terms that its flows are compared with. */
export interface SignedOrder {
  readonly orderId: string;
  readonly requestId: string;
  readonly data: OrderData;
  readonly origin: { readonly slug: string; readonly currency: string; readonly amount: bigint };
  /** Account on the origin chain that refunds go to. */
  readonly refundTo: string;
  readonly destination: {
    readonly slug: string;
    readonly currency: string;
    readonly recipient: string;
    readonly minimum: bigint;
  };
  /** Whether the payout goes through calls, which may spend it. */
  readonly hasCalls: boolean;
}

/** Reads a quote. @throws ZodError where it is none; Error where the order has not one input */
export function readSignedOrder(quote: unknown): SignedOrder {
  const { requestId, protocol } = quoteSchema.parse(quote);
  const { orderId, orderData } = protocol.v2;
  const [input, ...others] = orderData.inputs;
  const [paid] = orderData.output.payments;
  if (input === undefined || others.length > 0 || paid === undefined)
    throw new Error(`The order ${orderId} has not one input and one payment.`);
  const refund = input.refunds.find(({ chainId }) => chainId === input.payment.chainId);
  if (refund === undefined) throw new Error(`The order ${orderId} is not refunded at its origin.`);
  return {
    orderId,
    requestId,
    data: orderData,
    origin: {
      slug: input.payment.chainId,
      currency: input.payment.currency,
      amount: BigInt(input.payment.amount),
    },
    refundTo: refund.recipient,
    destination: {
      slug: orderData.output.chainId,
      currency: paid.currency,
      recipient: paid.recipient,
      minimum: BigInt(paid.minimumAmount),
    },
    hasCalls: orderData.output.calls.length > 0,
  };
}
