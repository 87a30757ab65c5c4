import type { Authorization } from '@portage/core';
import type { FillIntent, FillSwap, OrderCall, PaymentIntent, SwapCall } from '@portage/core/chain';
import type { ExecutionTerms } from '../../orders/requests/executionTerms.js';

type StoredCall = Omit<OrderCall, 'value'> & { readonly value: string };
type StoredSwapCall = Omit<SwapCall, 'value' | 'allowance'> & {
  readonly value: string;
  readonly allowance: string;
};

/** A swap of a payment as JSON: amounts are strings. */
interface StoredSwap {
  readonly currency: string;
  readonly amount: string;
  readonly calls: readonly StoredSwapCall[];
  readonly gas: number;
  readonly touched: readonly string[];
  readonly minimum: string;
  readonly maximum?: string;
}

/** Payment of a settlement, as JSON: amounts are strings. */
export interface PayoutIntent {
  readonly type: 'fill' | 'refund';
  readonly currency: string;
  readonly recipient: string;
  readonly amount: string;
  readonly calls?: readonly StoredCall[];
  readonly swap?: StoredSwap;
  /** Native currency for the recipient. */
  readonly topup?: string;
  readonly authorizations?: readonly Authorization[];
  readonly callsGas?: number;
  /** The payment opens the account that its recipient lacks. */
  readonly opensAccount?: boolean;
  readonly depositor?: string;
  readonly key?: string;
  /** Id under which a refund's money came in, where that is not the order's own. */
  readonly paidUnder?: string;
  /** Amount that leaves the order's escrow with this payment. */
  readonly credit: { readonly asset: string; readonly amount: string };
  /** Account that earns what the payment leaves over. */
  readonly solver: string;
  /**
   * Gas of the order's own reverted calls that came off a refund, in smallest units of the native
   * currency of the chain on which they reverted.
   */
  readonly chargedGas?: string;
  /**
   * Native currency of its chain that was charged for its gas, smallest units: a higher fee is
   * held to it. Left out in payments of orders without a charge.
   */
  readonly charged?: string;
  /** Unix seconds after which the payment is no longer wanted. */
  readonly deadline?: number;
  /**
   * Bookings beside the payment: with a fill all of it, with a refund what goes back to the
   * sponsor.
   */
  readonly executionTerms?: ExecutionTerms | undefined;
}

/** Members that only a fill has. */
type FillMember = 'calls' | 'swap' | 'topup' | 'authorizations' | 'callsGas' | 'opensAccount';

/** Source of the money of a payment. */
export type PayoutSource = Pick<PayoutIntent, 'solver' | 'deadline' | 'executionTerms'> & {
  readonly credit: { readonly asset: string; readonly amount: bigint };
  /** As {@link PayoutIntent.chargedGas}. */
  readonly chargedGas?: bigint | undefined;
  /** As {@link PayoutIntent.charged}. */
  readonly charged?: bigint | undefined;
};

/** An intent with its source, as a settlement stores it. */
export function toPayoutIntent(intent: PaymentIntent, source: PayoutSource): PayoutIntent {
  const { type, currency, recipient, amount } = intent;
  return {
    type,
    currency,
    recipient,
    amount: amount.toString(),
    ...(intent.type === 'fill'
      ? toStoredFill(intent)
      : { depositor: intent.depositor, key: intent.key, paidUnder: intent.orderId }),
    credit: { asset: source.credit.asset, amount: source.credit.amount.toString() },
    solver: source.solver,
    ...(source.chargedGas === undefined ? {} : { chargedGas: source.chargedGas.toString() }),
    ...(source.charged === undefined ? {} : { charged: source.charged.toString() }),
    ...(source.deadline === undefined ? {} : { deadline: source.deadline }),
    ...(source.executionTerms === undefined ? {} : { executionTerms: source.executionTerms }),
  };
}

/** The intent that a settlement stores. */
export function toPaymentIntent(
  orderId: string,
  { type, currency, recipient, amount, ...rest }: PayoutIntent,
): PaymentIntent {
  const common = { orderId, currency, recipient, amount: BigInt(amount) };
  if (type === 'refund')
    return {
      type,
      ...common,
      orderId: rest.paidUnder ?? orderId,
      depositor: rest.depositor ?? '',
      key: rest.key ?? '',
    };
  return { type, ...common, ...toFill(rest) };
}

function toStoredFill({
  calls,
  swap,
  topup,
  authorizations,
  callsGas,
  opensAccount,
}: FillIntent): Pick<PayoutIntent, FillMember> {
  return {
    calls: calls.map((call) => ({ ...call, value: call.value.toString() })),
    ...(swap === undefined ? {} : { swap: toStoredSwap(swap) }),
    ...(topup === undefined ? {} : { topup: topup.toString() }),
    ...(authorizations === undefined ? {} : { authorizations }),
    ...(callsGas === undefined ? {} : { callsGas }),
    ...(opensAccount === undefined ? {} : { opensAccount }),
  };
}

function toStoredSwap({ maximum, ...swap }: FillSwap): StoredSwap {
  return {
    ...swap,
    amount: swap.amount.toString(),
    calls: swap.calls.map((call) => ({
      ...call,
      value: call.value.toString(),
      allowance: call.allowance.toString(),
    })),
    minimum: swap.minimum.toString(),
    ...(maximum === undefined ? {} : { maximum: maximum.toString() }),
  };
}

function toFill({
  calls = [],
  swap,
  topup,
  authorizations,
  callsGas,
  opensAccount,
}: Partial<PayoutIntent>): Pick<FillIntent, FillMember> {
  return {
    calls: calls.map((call) => ({ ...call, value: BigInt(call.value) })),
    ...(swap === undefined ? {} : { swap: toSwap(swap) }),
    ...(topup === undefined ? {} : { topup: BigInt(topup) }),
    ...(authorizations === undefined ? {} : { authorizations }),
    ...(callsGas === undefined ? {} : { callsGas }),
    ...(opensAccount === undefined ? {} : { opensAccount }),
  };
}

function toSwap({ maximum, ...swap }: StoredSwap): FillSwap {
  return {
    ...swap,
    amount: BigInt(swap.amount),
    calls: swap.calls.map((call) => ({
      ...call,
      value: BigInt(call.value),
      allowance: BigInt(call.allowance),
    })),
    minimum: BigInt(swap.minimum),
    ...(maximum === undefined ? {} : { maximum: BigInt(maximum) }),
  };
}
