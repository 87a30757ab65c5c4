import { createHash } from 'node:crypto';

/** Numbers of a seed, so that a run can be made again. */
export interface Random {
  /** Number from 0 to 1, excluding 1. */
  next(): number;
  /** Whether something of this probability happens. */
  chance(probability: number): boolean;
  /** Whole number from `min` to `max`, both included. */
  between(min: number, max: number): number;
  /** One of the values. */
  pick<T>(values: readonly [T, ...T[]]): T;
  bytes(length: number): Uint8Array;
}

/** Makes numbers out of a seed: mulberry32, small and good enough to choose faults. */
export function createRandom(seed: string): Random {
  let state = createHash('sha256').update(seed).digest().readUInt32BE(0);
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    chance: (probability) => next() < probability,
    between: (min, max) => min + Math.floor(next() * (max - min + 1)),
    pick: (values) => values[Math.floor(next() * values.length)] ?? values[0],
    bytes: (length) => Uint8Array.from({ length }, () => Math.floor(next() * 256)),
  };
}
