import type { SourceTree } from './createSourceTree.js';

/** Result of a check. */
export interface CheckOutcome {
  /** Faults, each a line that names its place. */
  readonly problems: readonly string[];
  /** Subjects that were checked, in a few words. */
  readonly summary: string;
}

/** Looks through the sources of the repository for one kind of fault. */
export type Check = (tree: SourceTree) => CheckOutcome;
