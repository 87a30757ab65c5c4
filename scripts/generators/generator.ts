import type { SourceTree } from '../checks/createSourceTree.js';

/** A file that is written from others. */
export interface GeneratedFile {
  /** Path from the root. */
  readonly file: string;
  readonly text: string;
}

/** Output of a generator. */
export interface Generated {
  readonly files: readonly GeneratedFile[];
  /** Faults of what it reads, if it looks for them. */
  readonly problems?: readonly string[];
}

/** Makes files from other files of the repository. */
export type Generator = (tree: SourceTree) => Generated;
