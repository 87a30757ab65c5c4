/** A count as Bitcoin writes it: one byte, or 0xfd and two; messages here are never longer. */
export function varInt(count: number): readonly number[] {
  return count < 0xfd ? [count] : [0xfd, count & 0xff, count >> 8];
}
