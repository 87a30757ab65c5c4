/** Element of the exchange's field for a whole number that is not negative. */
export function circuitElement(value: number): bigint {
  return BigInt(value);
}

const halfBits = 32n;
const halfMask = 0xffff_ffffn;

/** The two elements of an amount: its lower 32 bits, and the rest. */
export function lowAndHigh(amount: bigint): readonly [bigint, bigint] {
  return [amount & halfMask, amount >> halfBits];
}
