import type { SourceTree } from './createSourceTree.js';

/** What a check found. */
export interface CheckOutcome {
  /** Faults, each a line that names its place. */
  readonly problems: readonly string[];
  /** What was looked at, in a few words. */
  readonly summary: string;
}

/** Looks through the sources of the repository for one kind of fault. */
export type Check = (tree: SourceTree) => CheckOutcome;
