import { zeroAddress } from '@portage/core';
import type { FillOperation, GasOperation } from '@portage/core/chain';

/**
 * Bytes of signed transactions, which rollups charge for (`dataFee.node.test.ts` signs some and
 * fails when one of these is exceeded). A call of a swap is one hop of one part; what relays carry
 * is a plan with a signature.
 */
const measured = {
  /** All but the calldata: fees, limits, amounts, addresses and the signature. */
  envelope: 130,
  approve: 68,
  transferErc20: 68,
  /** Id of a request behind a transfer. */
  id: 32,
  sweep: 164,
  depositNative: 68,
  depositErc20: 132,
  fillNative: 68,
  fillErc20: 132,
  fillWithCalls: 196,
  fillPlan: 580,
  /** Each call of an order, beside its data, whose last word is filled up. */
  call: 192,
  authorization: 200,
  refund: 650,
  /** Each further release of a collection. */
  release: 100,
  /** A plan with one call of a swap. */
  plan: 1_400,
  relay: 1_800,
  /** A call of a swap within a fill. */
  swap: 800,
} as const;

/**
 * Bytes that the signed transaction of an operation has at the most, as far as is known before it
 * is built.
 */
export function payloadBytes(operation: GasOperation): number {
  return measured.envelope + calldataBytes(operation);
}

function calldataBytes(operation: GasOperation): number {
  if (operation.type === 'relay') return measured.relay;
  const native = operation.currency === zeroAddress;
  switch (operation.type) {
    case 'approve':
      return measured.approve;
    case 'transfer':
      return native ? 0 : measured.transferErc20;
    case 'send':
      return measured.id + (native ? 0 : measured.transferErc20);
    case 'sweep':
      return measured.sweep;
    case 'deposit':
      if (operation.swapGas !== undefined) return measured.plan;
      return native ? measured.depositNative : measured.depositErc20;
    case 'refund':
      return measured.refund;
    case 'collection':
      return measured.refund + measured.release * (operation.releases - 1);
    case 'fill':
      return fillBytes(operation);
  }
}

function fillBytes(operation: FillOperation): number {
  const { currency, calls, swapGas, topup = 0n, authorizations = [] } = operation;
  const made = calls.reduce(
    (sum, { data }) => sum + measured.call + Math.ceil((data.length - 2) / 2),
    0,
  );
  if (swapGas === undefined && topup === 0n && authorizations.length === 0) {
    if (calls.length > 0) return measured.fillWithCalls + made;
    return currency === zeroAddress ? measured.fillNative : measured.fillErc20;
  }
  return (
    measured.fillPlan +
    made +
    (swapGas === undefined ? 0 : measured.swap) +
    measured.authorization * authorizations.length
  );
}
