/** A part of what a depositor has in the depository: what one leg of an order is paid from. */
export interface HeldPart {
  readonly orderId: string;
  readonly leg: string;
  /** Smallest units that are still there. */
  readonly amount: bigint;
  /**
   * `open`: neither paid out nor paid back. `withdrawable`: its depositor may withdraw it.
   * `suspense`: an operator decides. `fill`: a fill has earned it, or is about to. `gas`: what a
   * refund has left over.
   */
  readonly standing: 'open' | 'withdrawable' | 'suspense' | 'fill' | 'gas';
}

/** Meaning of money that a depositor took. */
export interface ReclaimOutcome {
  /** Parts that are paid by nobody any more: their depositor has them. */
  readonly ended: readonly HeldPart[];
  readonly withdrawable: bigint;
  readonly suspense: bigint;
  /** Parts that were earned before, and are gone. */
  readonly missing: readonly HeldPart[];
  /** All that was earned before, in smallest units: the operator's loss. */
  readonly lost: bigint;
  /** More is lost than what refunds left over for their gas: somebody was paid twice. */
  readonly isPaidTwice: boolean;
}

/**
 * Decides what a depositor took of its parts: first what is still to be paid, so that nobody pays
 * it as well, then what no order takes. Only what is left after that was ours. Pure.
 */
export function judgeReclaim(parts: readonly HeldPart[], amount: bigint): ReclaimOutcome {
  let left = amount;
  const take = (standing: HeldPart['standing']): readonly HeldPart[] =>
    parts.filter((part) => {
      if (part.standing !== standing || part.amount > left) return false;
      left -= part.amount;
      return true;
    });
  const ended = take('open');
  const sumOf = (taken: readonly HeldPart[]): bigint =>
    taken.reduce((sum, part) => sum + part.amount, 0n);
  const withdrawable = take('withdrawable');
  const suspense = take('suspense');
  const lost = left;
  const gas = take('gas');
  const isPaidTwice = left > 0n;
  return {
    ...{ ended, withdrawable: sumOf(withdrawable), suspense: sumOf(suspense) },
    ...{ missing: [...gas, ...take('fill')], lost, isPaidTwice },
  };
}
