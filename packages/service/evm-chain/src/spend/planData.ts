import { zeroAddress } from '@portage/core';
import type { FillIntent, OrderCall, SwapCall } from '@portage/core/chain';
import { addressWord, bytesWords, uintWord } from '@portage/evm/abi';

/** Delegation that an account must have for a fill to go through; the zero address means none. */
export interface Delegation {
  readonly account: string;
  readonly delegate: string;
}

const uint256Max = 2n ** 256n - 1n;
const wordBytes = 32;

/**
 * `Call[]` as ABI words: the count, the offsets, then `(address to, uint256 value, bytes data)`
 * each.
 */
export function callsWords(calls: readonly OrderCall[]): string {
  return tuplesWords(
    calls.map(
      (call) =>
        `${addressWord(call.to)}${uintWord(call.value)}${uintWord(0x60n)}${bytesWords(call.data)}`,
    ),
  );
}

/**
 * `PlanCall[]`: `(address to, uint256 value, bytes data, address token, uint256 allowance)` each.
 */
function swapWords(calls: readonly SwapCall[]): string {
  return tuplesWords(
    calls.map(
      ({ to, value, data, token, allowance }) =>
        `${addressWord(to)}${uintWord(value)}${uintWord(0xa0n)}${addressWord(token)}${uintWord(allowance)}${bytesWords(data)}`,
    ),
  );
}

function tuplesWords(bodies: readonly string[]): string {
  let offset = bodies.length * wordBytes;
  const offsets = bodies.map((body) => {
    const word = uintWord(BigInt(offset));
    offset += body.length / 2;
    return word;
  });
  return `${uintWord(BigInt(bodies.length))}${offsets.join('')}${bodies.join('')}`;
}

/** A list of items that are whole words. */
function listWords(items: readonly string[]): string {
  return `${uintWord(BigInt(items.length))}${items.join('')}`;
}

/** The arguments of `fillPlan` as ABI words, hex without 0x. */
export function planWords(intent: FillIntent, delegations: readonly Delegation[]): string {
  const { currency, amount, recipient, calls, swap } = intent;
  const tails = [
    swapWords(swap?.calls ?? []),
    listWords((swap?.touched ?? []).map(addressWord)),
    callsWords(calls),
    listWords(
      delegations.map(({ account, delegate }) => `${addressWord(account)}${addressWord(delegate)}`),
    ),
  ];
  // Eleven words of the plan come before what they point to.
  const offsets = tails.map((_, index) =>
    uintWord(BigInt(11 * wordBytes + tails.slice(0, index).join('').length / 2)),
  );
  const [swapOffset = '', touchedOffset = '', callsOffset = '', delegationsOffset = ''] = offsets;
  const head = [
    addressWord(swap?.currency ?? currency),
    uintWord(swap?.amount ?? amount),
    swapOffset,
    touchedOffset,
    addressWord(currency),
    uintWord(swap?.minimum ?? amount),
    uintWord(swap?.maximum ?? uint256Max),
    callsOffset,
    delegationsOffset,
    addressWord(recipient),
    uintWord(intent.topup ?? 0n),
  ];
  return `${intent.orderId.slice(2)}${uintWord(0x40n)}${head.join('')}${tails.join('')}`;
}

/** Native currency that goes along with a planned fill. */
export function planValue({ currency, amount, swap, topup = 0n }: FillIntent): bigint {
  const isNative = (swap?.currency ?? currency) === zeroAddress;
  return topup + (isNative ? (swap?.amount ?? amount) : 0n);
}
