import type { OrderData } from '@portage/core';
import type { Hex } from './codecOf.js';

/** One side of an order: where money goes in or out. */
export interface OrderSide {
  readonly chainSlug: string;
  readonly currency: string;
  /** The contract that makes payments on this chain, as the chain writes it, or `0x`. */
  readonly extraData: string;
  /** Who is paid back on this chain. */
  readonly refundRecipient: string;
}

/** Everything that an order says, before it is written down. */
export interface OrderTerms {
  readonly solver: { readonly chainSlug: string; readonly address: string };
  /** 32 random bytes: two orders are never the same. */
  readonly salt: Hex;
  /** Unix seconds until which the order may be paid, filled and refunded under it. */
  readonly deadline: number;
  readonly origin: OrderSide & { readonly amount: bigint };
  readonly destination: OrderSide & {
    readonly recipient: string;
    readonly minimumAmount: bigint;
    readonly expectedAmount: bigint;
    /** Encoded calls; empty for plain bridges. */
    readonly calls: readonly string[];
    /** What the recipient gets beside, exactly. */
    readonly topup?: { readonly currency: string; readonly amount: bigint } | undefined;
  };
}

/**
 * Writes the order of one payment in and one payment out, with a top-up beside it where there is
 * one, and with two ways to pay the input back: in the origin currency on the origin chain, and in
 * the destination currency on the destination chain. Pure.
 *
 * @example
 * ```ts
 * const order = draftOrder({ solver, salt, deadline: now + 604_800, origin, destination });
 * ```
 */
export function draftOrder({ solver, salt, deadline, origin, destination }: OrderTerms): OrderData {
  const refund = (side: OrderSide): OrderData['inputs'][number]['refunds'][number] => ({
    chainId: side.chainSlug,
    recipient: side.refundRecipient,
    currency: side.currency,
    minimumAmount: '0',
    deadline,
    extraData: side.extraData,
  });
  return {
    version: 'v1',
    solverChainId: solver.chainSlug,
    solver: solver.address,
    salt,
    inputs: [
      {
        payment: {
          chainId: origin.chainSlug,
          currency: origin.currency,
          amount: origin.amount.toString(),
          weight: '1',
        },
        refunds: [refund(origin), refund(destination)],
      },
    ],
    output: {
      chainId: destination.chainSlug,
      payments: [
        {
          recipient: destination.recipient,
          currency: destination.currency,
          minimumAmount: destination.minimumAmount.toString(),
          expectedAmount: destination.expectedAmount.toString(),
        },
        ...(destination.topup === undefined
          ? []
          : [topupPayment(destination.recipient, destination.topup)]),
      ],
      calls: [...destination.calls],
      deadline,
      extraData: destination.extraData,
    },
    fees: [],
  };
}

function topupPayment(
  recipient: string,
  { currency, amount }: { readonly currency: string; readonly amount: bigint },
): OrderData['output']['payments'][number] {
  return {
    recipient,
    currency,
    minimumAmount: amount.toString(),
    expectedAmount: amount.toString(),
  };
}
