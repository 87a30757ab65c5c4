import type { Observed } from '@portage/core';

/** Milliseconds without a new block after which endpoints are taken to stand still: two hours. */
const stillMs = 7_200_000;

/** Newest block, and when it was last said to be the newest. */
export interface Tip<Head> {
  latest(): Observed<Head> | undefined;
  /** Takes note that a block was reported as the newest at a time, milliseconds since 1970. */
  tell(head: Head, at: number): void;
}

/**
 * Keeps the newest block with the time at which it was last reported. A block may take an hour, so
 * its own age says nothing: what counts is that endpoints still say so. Where none came for two
 * hours, they are taken to stand still, and it grows old from then on.
 *
 * @param clock - milliseconds since 1970
 */
export function createTip<Head extends { readonly hash: string }>(clock: () => number): Tip<Head> {
  let latest: { readonly head: Head; readonly seenAt: number; readonly toldAt: number } | undefined;
  return {
    latest: () => {
      if (latest === undefined) return undefined;
      const { head, seenAt, toldAt } = latest;
      const isStill = clock() - seenAt > stillMs;
      return { value: head, observedAt: isStill ? seenAt : toldAt };
    },
    tell: (head, at) => {
      const seenAt = latest?.head.hash === head.hash ? latest.seenAt : at;
      const before = latest?.head.hash === head.hash ? latest.toldAt : at;
      latest = { head, seenAt, toldAt: Math.max(before, at) };
    },
  };
}
