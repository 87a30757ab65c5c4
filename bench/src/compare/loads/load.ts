import type { Side } from '../side/startSide.js';

/** Load of one benchmark, the same for both sides. */
export interface Load {
  readonly name: LoadName;
  /** Orders of a round, by which its figures are divided. */
  readonly orders: number;
  /** Rounds that warm up and are not counted. */
  readonly warmUps: number;
  /** Prepares a round, which is not measured; the returned function is. */
  prepare(side: Side): Promise<() => Promise<void>>;
}

export const loadNames = ['quote', 'fill', 'index'] as const;
export type LoadName = (typeof loadNames)[number];

/** Whether a text names a load. */
export function isLoadName(name: string): name is LoadName {
  return loadNames.some((one) => one === name);
}
