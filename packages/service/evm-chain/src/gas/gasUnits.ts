import { zeroAddress } from '@portage/core';
import type { GasOperation } from '@portage/core/chain';
import { fillLimits, fillUnits } from './fillUnits.js';

/**
 * Gas that operations use, measured against the compiled contracts on a node of the Prague rules
 * with cold storage and fresh recipients (`gasUnits.node.test.ts` measures again and fails when one
 * of these is exceeded). Refunds include what a limit of the depository costs. Tokens with proxies
 * or hooks cost more: the limit has room for that.
 */
const measured = {
  approve: 47_000n,
  transferNative: 21_000n,
  transferErc20: 52_000n,
  /** Reference behind a transfer. */
  reference: 1_500n,
  sweepNative: 165_000n,
  sweepErc20: 245_000n,
  depositNative: 76_000n,
  depositErc20: 118_000n,
  refundNative: 145_000n,
  refundErc20: 150_000n,
  /** Gas of a collection beside that of a single release, for each further one. */
  release: 17_000n,
  /**
   * Gas of a plan beside its calls and its deposit: the account that carries it out, pulling,
   * sweeping.
   */
  plan: 160_000n,
} as const;

/** No transaction may ask for more (EIP-7825). */
const transactionLimit = 16_777_216n;
/** Gas that an operation is expected to use. */
export function gasUnits(operation: GasOperation): bigint {
  if (operation.type === 'relay') return BigInt(operation.gasLimit);
  const native = operation.currency === zeroAddress;
  switch (operation.type) {
    case 'approve':
      return measured.approve;
    case 'transfer':
      return native ? measured.transferNative : measured.transferErc20;
    case 'send':
      return (native ? measured.transferNative : measured.transferErc20) + measured.reference;
    case 'sweep':
      return native ? measured.sweepNative : measured.sweepErc20;
    case 'deposit':
      return (
        (native ? measured.depositNative : measured.depositErc20) +
        (operation.swapGas === undefined ? 0n : measured.plan + BigInt(operation.swapGas))
      );
    case 'refund':
      return native ? measured.refundNative : measured.refundErc20;
    case 'collection':
      return (
        (native ? measured.refundNative : measured.refundErc20) +
        measured.release * BigInt(operation.releases - 1)
      );
    case 'fill':
      return fillUnits(operation);
  }
}

/**
 * Gas that an operation may use: what a transaction asks for. A third more than expected and 60000
 * on top, rounded down, and what calls may use as it is; a call of ours names its own.
 *
 * @param recipientUnits - gas of the code that the recipient runs when it is paid
 */
export function gasLimit(operation: GasOperation, recipientUnits = 0n): bigint {
  if (operation.type === 'relay') return BigInt(operation.gasLimit);
  const { own, calls } =
    operation.type === 'fill' ? fillLimits(operation) : { own: gasUnits(operation), calls: 0n };
  const limit = ((own + recipientUnits) * 4n) / 3n + 60_000n + calls;
  return limit < transactionLimit ? limit : transactionLimit;
}
