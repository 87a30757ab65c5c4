import { zeroAddress } from '@portage/core';
import type { SwapCall } from '@portage/core/chain';
import { readAddress, readBytes, readOffset, readUint, readWord } from '../abi/reader.js';
import { addressWord, bytesWords, uintWord } from '../abi/words.js';

/** Output that a plan must bring. */
export interface PlanSettlement {
  /** The order that is paid, 32 bytes of hex; zero for a payment straight to the account. */
  readonly id: string;
  readonly account: string;
  readonly token: string;
  readonly minimum: bigint;
  readonly maximum: bigint;
}

/**
 * Calls that the router carries out, all or none, with the output that they must bring and the
 * account that the rest goes to.
 */
export interface Plan {
  readonly calls: readonly SwapCall[];
  readonly settlement: PlanSettlement;
  /** Further tokens of which calls may leave something. */
  readonly touched: readonly string[];
  readonly refundTo: string;
  /** Unix seconds. */
  readonly deadline: number;
  /** 32 bytes of hex that tell equal plans apart. */
  readonly salt: string;
}

/** The settlement id of a plan that pays no order. */
export const noOrder: string = `0x${'0'.repeat(64)}`;

const wordDigits = 64;
const headWords = 10;

/**
 * A plan as ABI words, as it stands behind its offset in calldata. Hex without 0x.
 *
 * @example
 * ```ts
 * encodePlan(plan).length % 64; // 0
 * ```
 */
export function encodePlan(plan: Plan): string {
  const { settlement } = plan;
  const bodies = plan.calls.map((call) =>
    [
      addressWord(call.to),
      uintWord(call.value),
      uintWord(0xa0n),
      addressWord(call.token),
      uintWord(call.allowance),
      bytesWords(call.data),
    ].join(''),
  );
  let offset = BigInt(bodies.length * 32);
  const offsets = bodies.map((body) => {
    const word = uintWord(offset);
    offset += BigInt(body.length / 2);
    return word;
  });
  const calls = [uintWord(BigInt(bodies.length)), ...offsets, ...bodies].join('');
  const callsAt = BigInt(headWords * 32);
  return [
    uintWord(callsAt),
    settlement.id.slice(2),
    addressWord(settlement.account),
    addressWord(settlement.token),
    uintWord(settlement.minimum),
    uintWord(settlement.maximum),
    uintWord(callsAt + BigInt(calls.length / 2)),
    addressWord(plan.refundTo),
    uintWord(BigInt(plan.deadline)),
    plan.salt.slice(2),
    calls,
    uintWord(BigInt(plan.touched.length)),
    ...plan.touched.map(addressWord),
  ].join('');
}

/**
 * Reads what {@link encodePlan} writes, and nothing else: undefined for any other hex. Lower case,
 * without 0x.
 *
 * @example
 * ```ts
 * decodePlan(encodePlan(plan))?.settlement.minimum;
 * ```
 */
export function decodePlan(hex: string): Plan | undefined {
  if (!/^(?:[0-9a-f]{64})+$/.test(hex)) return undefined;
  const [callsAt, touchedAt] = [readOffset(hex, 0) / 32, readOffset(hex, 6) / 32];
  const calls = readCalls(hex, callsAt);
  const touched = readOffset(hex, touchedAt);
  const deadline = Number(readUint(hex, 8));
  if (
    calls === undefined ||
    touched < 0 ||
    touched > hex.length / wordDigits ||
    !Number.isSafeInteger(deadline)
  )
    return undefined;
  const plan: Plan = {
    calls,
    settlement: {
      id: `0x${readWord(hex, 1)}`,
      account: readAddress(hex, 2),
      token: readAddress(hex, 3),
      minimum: readUint(hex, 4),
      maximum: readUint(hex, 5),
    },
    touched: Array.from({ length: touched }, (_, index) => readAddress(hex, touchedAt + 1 + index)),
    refundTo: readAddress(hex, 7),
    deadline,
    salt: `0x${readWord(hex, 9)}`,
  };
  // The canonical encoding is the only one that is read: with any other one, what is shown might
  // not be what is done.
  return encodePlan(plan) === hex ? plan : undefined;
}

function readCalls(hex: string, at: number): readonly SwapCall[] | undefined {
  const count = readOffset(hex, at);
  if (count < 0 || count > hex.length / wordDigits) return undefined;
  const calls: SwapCall[] = [];
  let digits = 0;
  for (let index = 0; index < count; index += 1) {
    const body = at + 1 + readOffset(hex, at + 1 + index) / 32;
    const data = readBytes(hex, body + 5);
    // Calls that share bytes could claim more of them than there are.
    digits += data?.length ?? 0;
    if (data === undefined || digits > hex.length) return undefined;
    calls.push({
      to: readAddress(hex, body),
      value: readUint(hex, body + 1),
      data: `0x${data}`,
      token: readAddress(hex, body + 3),
      allowance: readUint(hex, body + 4),
    });
  }
  return calls;
}

/**
 * Tokens beside the given and the settled one that calls are allowed to take, and so may leave.
 *
 * @example
 * ```ts
 * touchedBy(plan.calls, [plan.settlement.token]);
 * ```
 */
export function touchedBy(
  calls: readonly SwapCall[],
  others: readonly string[],
): readonly string[] {
  const known = new Set([...others, zeroAddress]);
  return [
    ...new Set(calls.filter(({ allowance }) => allowance > 0n).map(({ token }) => token)),
  ].filter((token) => !known.has(token));
}
