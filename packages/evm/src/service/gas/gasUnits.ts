import { ZERO_ADDRESS, type GasOperation, type OrderCall } from '@portage/core';

/**
 * Gas that operations use, measured against the compiled contracts on a node of the Prague rules with cold storage and
 * fresh recipients (`gasUnits.node.test.ts` measures again and fails when one of these is exceeded). Refunds include
 * what a limit of the depository costs. Tokens with proxies or hooks cost more: the limit has room for that.
 */
const measured = {
  approve: 47_000n,
  transferNative: 21_000n,
  transferErc20: 52_000n,
  sweepNative: 165_000n,
  sweepErc20: 245_000n,
  depositNative: 76_000n,
  depositErc20: 118_000n,
  fillNative: 86_000n,
  fillErc20: 90_000n,
  fillWithCalls: 150_000n,
  refundNative: 145_000n,
  refundErc20: 150_000n,
  /** What a plan takes beside its calls and its deposit: the account that carries it out, pulling, sweeping. */
  plan: 160_000n,
} as const;

/** What one destination call is taken to cost: a swap on a common pool. Unused gas is paid back by the chain. */
const CALL_UNITS = 200_000n;
/** What one destination call may use at most. */
const CALL_LIMIT = 1_000_000n;
/** No transaction may ask for more (EIP-7825). */
const TRANSACTION_LIMIT = 16_777_216n;
/** Gas for each byte of calldata under the floor of EIP-7623. */
const CALLDATA_UNITS = 40n;

/** Gas that an operation is expected to use. */
export function gasUnits(operation: GasOperation): bigint {
  const native = operation.currency === ZERO_ADDRESS;
  switch (operation.type) {
    case 'approve':
      return measured.approve;
    case 'transfer':
      return native ? measured.transferNative : measured.transferErc20;
    case 'sweep':
      return native ? measured.sweepNative : measured.sweepErc20;
    case 'deposit':
      return (native ? measured.depositNative : measured.depositErc20) + (operation.swapGas === undefined ? 0n : measured.plan + BigInt(operation.swapGas));
    case 'refund':
      return native ? measured.refundNative : measured.refundErc20;
    case 'fill':
      if (operation.calls.length > 0) return measured.fillWithCalls + calldataUnits(operation.calls) + CALL_UNITS * BigInt(operation.calls.length);
      return native ? measured.fillNative : measured.fillErc20;
  }
}

/** Gas that an operation may use: what a transaction asks for. A third more than expected and 60000 on top, rounded down. */
export function gasLimit(operation: GasOperation): bigint {
  const calls = operation.type === 'fill' ? operation.calls : [];
  const units = gasUnits(operation) + (CALL_LIMIT - CALL_UNITS) * BigInt(calls.length);
  const limit = (units * 4n) / 3n + 60_000n;
  return limit < TRANSACTION_LIMIT ? limit : TRANSACTION_LIMIT;
}

function calldataUnits(calls: readonly OrderCall[]): bigint {
  return calls.reduce((sum, call) => sum + CALLDATA_UNITS * BigInt(Math.ceil(call.data.length / 2) + 128), 0n);
}
