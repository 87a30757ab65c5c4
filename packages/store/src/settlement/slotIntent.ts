import type { OrderCall, SpendIntent } from '@portage/core';
import type { OrderCharges } from './orderCharges.js';

/** What a slot pays and from which deposit, as JSON: amounts are strings. */
export interface SlotIntent {
  readonly type: 'fill' | 'refund';
  readonly currency: string;
  readonly recipient: string;
  readonly amount: string;
  readonly calls?: readonly { readonly to: string; readonly value: string; readonly data: string }[];
  readonly depositor?: string;
  readonly key?: string;
  /** Key of the deposit that pays for it. */
  readonly deposit: string;
  /** What leaves the order's escrow with this payment. */
  readonly credit: { readonly asset: string; readonly amount: string };
  /** Who earns what the payment leaves over. */
  readonly solver: string;
  /** Unix seconds after which the payment is no longer wanted. */
  readonly deadline?: number;
  /** What is booked beside the payment: with a fill all of it, with a refund what goes back to the sponsor. */
  readonly charges?: OrderCharges | undefined;
}

/** Where the money of a payment comes from. */
export type SlotSource = Pick<SlotIntent, 'deposit' | 'solver' | 'deadline' | 'charges'> & { readonly credit: { readonly asset: string; readonly amount: bigint } };

/** An intent with its source, as a slot stores it. */
export function toSlotIntent(intent: SpendIntent, source: SlotSource): SlotIntent {
  const { type, currency, recipient, amount } = intent;
  return {
    type,
    currency,
    recipient,
    amount: amount.toString(),
    ...(intent.type === 'fill'
      ? { calls: intent.calls.map((call) => ({ ...call, value: call.value.toString() })) }
      : { depositor: intent.depositor, key: intent.key }),
    deposit: source.deposit,
    credit: { asset: source.credit.asset, amount: source.credit.amount.toString() },
    solver: source.solver,
    ...(source.deadline === undefined ? {} : { deadline: source.deadline }),
    ...(source.charges === undefined ? {} : { charges: source.charges }),
  };
}

/** The intent that a slot stores. */
export function toSpendIntent(orderId: string, { type, currency, recipient, amount, ...rest }: SlotIntent): SpendIntent {
  const common = { orderId, currency, recipient, amount: BigInt(amount) };
  if (type === 'refund') return { type, ...common, depositor: rest.depositor ?? '', key: rest.key ?? '' };
  const calls: readonly OrderCall[] = (rest.calls ?? []).map((call) => ({ ...call, value: BigInt(call.value) }));
  return { type, ...common, calls };
}
