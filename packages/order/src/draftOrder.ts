import type { OrderData } from '@portage/core';
import type { Hex } from './codecOf.js';

/** One side of an order: its chain, currency and refund. */
export interface OrderSide {
  readonly chainSlug: string;
  readonly currency: string;
  /** Contract that makes payments on this chain, as the chain writes it, or `0x`. */
  readonly extraData: string;
  /** Account that gets a refund on this chain. */
  readonly refundRecipient: string;
}

/** Terms of an order, before it is written. */
export interface OrderTerms {
  readonly solver: { readonly chainSlug: string; readonly address: string };
  /** 32 random bytes, so that two orders are never the same. */
  readonly salt: Hex;
  /** End of the order in Unix seconds: until then it may be paid, filled and refunded. */
  readonly deadline: number;
  readonly origin: OrderSide & { readonly amount: bigint };
  readonly destination: OrderSide & {
    readonly recipient: string;
    readonly minimumAmount: bigint;
    readonly expectedAmount: bigint;
    /** Encoded order calls; empty for plain bridges. */
    readonly calls: readonly string[];
    /** Gas top-up: exact amount that the recipient gets in addition. */
    readonly topup?: { readonly currency: string; readonly amount: bigint } | undefined;
  };
  /**
   * Shares of apps in the deposit, owed with the fill: accounts on the solver's chain, amounts in
   * the origin currency. Default: none.
   */
  readonly appFees?: readonly { readonly recipient: string; readonly amount: bigint }[] | undefined;
}

/**
 * Writes the order of one input and one output, and of a top-up where there is one. The order
 * allows two refunds: in the origin currency on the origin chain, and in the destination currency
 * on the destination chain. Pure.
 *
 * @example
 * ```ts
 * const order = draftOrder({ solver, salt, deadline: now + 604_800, origin, destination });
 * ```
 */
export function draftOrder({
  solver,
  salt,
  deadline,
  origin,
  destination,
  appFees = [],
}: OrderTerms): OrderData {
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
    fees: appFees.map(({ recipient, amount }) => ({
      recipientChainId: solver.chainSlug,
      recipient,
      currencyChainId: origin.chainSlug,
      currency: origin.currency,
      amount: amount.toString(),
    })),
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
