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
  /** Parts that are no longer to be paid: their depositor has them. */
  readonly ended: readonly HeldPart[];
  /** Further parts that are no longer owed or owned. */
  readonly gone: readonly HeldPart[];
  /** Part of these of which only some was taken, and the amount that stays with its depositor. */
  readonly rest: { readonly part: HeldPart; readonly amount: bigint } | undefined;
  /**
   * Amount that the depositor may withdraw no more, in smallest units; below zero where the rest of
   * an order is added.
   */
  readonly withdrawn: bigint;
  readonly suspense: bigint;
  /** All that was earned before, in smallest units: the operator's loss. */
  readonly lost: bigint;
  /** More is lost than what refunds left over for their gas: something was paid twice. */
  readonly isPaidTwice: boolean;
}

const sumOf = (parts: readonly HeldPart[]): bigint =>
  parts.reduce((sum, { amount }) => sum + amount, 0n);

/** The part that a rest of an amount is taken of, and what stays of it; undefined without one. */
function divide(parts: readonly HeldPart[], amount: bigint): ReclaimOutcome['rest'] {
  if (amount === 0n) return undefined;
  const find = (standing: HeldPart['standing']): HeldPart | undefined =>
    parts.find((part) => part.standing === standing && part.amount > amount);
  const part = find('open') ?? find('withdrawable');
  return part === undefined ? undefined : { part, amount: part.amount - amount };
}

/**
 * Decides what a depositor took of its parts: first what is still to be paid, so that it is not
 * paid as well, then what no order takes; where no parts make up the amount, a part of one of
 * these. Only what is left after that was ours. Pure.
 */
export function judgeReclaim(parts: readonly HeldPart[], amount: bigint): ReclaimOutcome {
  let left = amount;
  const take = (standing: HeldPart['standing']): readonly HeldPart[] =>
    parts.filter((part) => {
      if (part.standing !== standing || part.amount > left) return false;
      left -= part.amount;
      return true;
    });
  const open = take('open');
  const withdrawable = take('withdrawable');
  const suspense = take('suspense');
  const whole = [...open, ...withdrawable];
  const rest = divide(
    parts.filter((part) => !whole.includes(part)),
    left,
  );
  if (rest !== undefined) left = 0n;
  const lost = left;
  const gas = take('gas');
  const isPaidTwice = left > 0n;
  const ended = rest?.part.standing === 'open' ? [...open, rest.part] : open;
  return {
    ended,
    rest,
    lost,
    isPaidTwice,
    suspense: sumOf(suspense),
    gone: [
      ...withdrawable,
      ...(rest?.part.standing === 'withdrawable' ? [rest.part] : []),
      ...suspense,
      ...gas,
      ...take('fill'),
    ],
    withdrawn: amount - sumOf(ended) - sumOf(suspense) - lost,
  };
}
