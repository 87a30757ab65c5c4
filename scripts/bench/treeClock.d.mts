/** Clock of the CPU time of a tree of processes. */
export interface TreeClock {
  /** CPU seconds so far; call it often, because what an orphan used is known only while it lives. */
  tick(): number;
}

export function createTreeClock(root: number, mark: string): TreeClock;
