import { isPortageError } from '@portage/core';
import type { FillIntent, OrderCall } from '@portage/core/chain';
import type { DuePayout } from '@portage/settlement';
import type { ChainContext } from '../context.js';

/** The destination calls of an order; undefined when this chain cannot read them. */
function readCalls(
  { chain }: ChainContext,
  encoded: readonly string[],
): readonly OrderCall[] | undefined {
  const { codec } = chain;
  try {
    const calls = encoded.map((call) => codec.decodeCall?.(call));
    return calls.every((call) => call !== undefined) ? calls : undefined;
  } catch (error) {
    if (isPortageError(error)) return undefined;
    throw error;
  }
}

/**
 * Promise of the order, as this chain pays it, before anything is swapped for it; undefined when
 * it cannot.
 */
export function readIntent(
  context: ChainContext,
  { order, job, executionTerms }: DuePayout,
): FillIntent | undefined {
  const { chain } = context;
  const [payment, topup, ...others] = order.output.payments;
  const calls = readCalls(context, order.output.calls);
  if (
    payment === undefined ||
    others.length > 0 ||
    calls === undefined ||
    order.output.chainId !== chain.slug
  )
    return undefined;
  const { recipient, currency } = payment;
  if (!chain.assets.some(({ address }) => address === currency)) return undefined;
  if (
    topup !== undefined &&
    (topup.recipient !== recipient || topup.currency !== chain.native.address)
  )
    return undefined;
  const { authorizations, callsGas, opensAccount } = executionTerms ?? {};
  return {
    type: 'fill',
    orderId: job.orderId,
    currency,
    recipient,
    amount: BigInt(payment.expectedAmount),
    calls,
    ...(topup === undefined ? {} : { topup: BigInt(topup.expectedAmount) }),
    ...(authorizations === undefined ? {} : { authorizations }),
    ...(callsGas === undefined ? {} : { callsGas }),
    ...(opensAccount === undefined ? {} : { opensAccount: true }),
  };
}
