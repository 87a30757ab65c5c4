import { isSameBytes } from '../address/isSameBytes.js';
import type { Output } from '../transaction/createPsbt.js';

/** Outputs that are no change. */
export function paidBy(outputs: readonly Output[], payer: Uint8Array): readonly Output[] {
  return outputs.filter(({ script }) => !isSameBytes(script, payer));
}

/** Whether two transactions pay the same, in whatever order. */
export function isSamePayment(a: readonly Output[], b: readonly Output[]): boolean {
  return a.length === b.length && withoutPayments(a, b).length === 0;
}

/** The payments of a list that another one lacks; each payment stands for one alone. */
export function withoutPayments(
  wanted: readonly Output[],
  made: readonly Output[],
): readonly Output[] {
  const left = [...made];
  return wanted.filter(({ script, value }) => {
    const place = left.findIndex(
      (other) => other.value === value && isSameBytes(other.script, script),
    );
    if (place === -1) return true;
    left.splice(place, 1);
    return false;
  });
}
