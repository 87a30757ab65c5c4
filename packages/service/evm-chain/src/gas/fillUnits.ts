import { zeroAddress } from '@portage/core';
import type { FillOperation, OrderCall } from '@portage/core/chain';

/**
 * Measured like those of `gasUnits`. A plan is a fill with a runner: what it swaps, calls and
 * carries along comes on top.
 */
const measured = {
  fillNative: 86_000n,
  fillErc20: 90_000n,
  fillWithCalls: 150_000n,
  fillPlan: 190_000n,
  /** Native currency for an account that had none, and its event. */
  topup: 45_000n,
  /** An authorization of an account that was never used, and the look at its code. */
  authorization: 45_000n,
  /** Both allowances around the calls of a swap. */
  swap: 60_000n,
} as const;

/** Expected gas of one destination call without a limit of its own: a swap on a common pool. */
const unitsPerCall = 200_000n;
/** Gas limit of one destination call without a limit of its own. */
const callLimit = 1_000_000n;
/** Gas for each byte of calldata under the floor of EIP-7623. */
const unitsPerCalldataByte = 40n;

/**
 * Gas that a payment of an order is expected to use. What its calls were given a limit for is taken
 * to be used.
 */
export function fillUnits(operation: FillOperation): bigint {
  return ownUnits(operation) + callUnits(operation, unitsPerCall);
}

/** Gas that a payment may use, before there is room for surprises. */
export function fillLimits(operation: FillOperation): {
  readonly own: bigint;
  readonly calls: bigint;
} {
  return { own: ownUnits(operation), calls: callUnits(operation, callLimit) };
}

function callUnits({ calls, callsGas }: FillOperation, each: bigint): bigint {
  if (calls.length === 0) return 0n;
  return callsGas === undefined ? each * BigInt(calls.length) : BigInt(callsGas);
}

function ownUnits(operation: FillOperation): bigint {
  const { currency, calls, swapGas, topup = 0n, authorizations = [] } = operation;
  if (swapGas === undefined && topup === 0n && authorizations.length === 0) {
    if (calls.length > 0) return measured.fillWithCalls + calldataUnits(calls);
    return currency === zeroAddress ? measured.fillNative : measured.fillErc20;
  }
  const swapped = swapGas === undefined ? 0n : measured.swap + BigInt(swapGas);
  const toppedUp = topup === 0n ? 0n : measured.topup;
  return (
    measured.fillPlan +
    calldataUnits(calls) +
    swapped +
    toppedUp +
    measured.authorization * BigInt(authorizations.length)
  );
}

function calldataUnits(calls: readonly OrderCall[]): bigint {
  return calls.reduce(
    (sum, call) => sum + unitsPerCalldataByte * BigInt(Math.ceil(call.data.length / 2) + 128),
    0n,
  );
}
