/** Parts of one that shares are rounded to. */
const parts = 100_000;

/** Share between 0 and 1, rounded down, so that only all is 1; undefined of nothing. */
export function shareDown(part: number, whole: number): number | undefined {
  return whole === 0 ? undefined : Math.floor((part * parts) / whole) / parts;
}

/** Share between 0 and 1, rounded up, so that only none is 0; undefined of nothing. */
export function shareUp(part: number, whole: number): number | undefined {
  return whole === 0 ? undefined : Math.ceil((part * parts) / whole) / parts;
}
