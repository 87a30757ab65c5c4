import type { Hex } from '../hex.js';

/** Bytes of code. */
export interface Place {
  readonly start: number;
  readonly length: number;
}

/** A value that the constructor writes into the code, and where it stands. */
export interface Immutable {
  /** As the source declares it. */
  readonly name: string;
  readonly places: readonly Place[];
}

/** Runtime code of a contract as its sources give it, with zeros where immutables stand. */
export interface RuntimeCode {
  /** Path of its source in the standard input. */
  readonly source: string;
  readonly code: Hex;
  readonly immutables: readonly Immutable[];
}
