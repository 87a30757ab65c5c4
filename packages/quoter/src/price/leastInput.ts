/**
 * Steps towards the least input before it is searched for; enough unless fees take nearly
 * everything.
 */
const stepsMax = 24;

/** Doublings of the input after which fees are known to take all of it. */
const doublingsMax = 32;

/**
 * The least input that leaves `needed` after what the user pays of it. Undefined where no input
 * does, because fees take nearly all of it.
 *
 * Each step pays the fees of the one before, so it comes near from below and stops where nothing is
 * missing; fees that take nearly everything come near too slowly, and the rest of the way is
 * halved.
 *
 * @param userPays - what the user pays of an input; it grows with the input
 */
export function leastInput(
  needed: bigint,
  userPays: (amountIn: bigint) => bigint,
): bigint | undefined {
  let low = needed;
  for (let step = 0; step < stepsMax; step += 1) {
    const next = needed + userPays(low);
    if (next <= low) return low;
    low = next;
  }
  const isEnough = (amountIn: bigint): boolean => amountIn >= needed + userPays(amountIn);
  let high = low;
  for (let doubling = 0; !isEnough(high); doubling += 1) {
    if (doubling === doublingsMax) return undefined;
    high *= 2n;
  }
  while (high - low > 1n) {
    const middle = (low + high) / 2n;
    if (isEnough(middle)) high = middle;
    else low = middle;
  }
  return high;
}
