import type { Abi } from 'viem';

/** Entries of one published ABI under the names that they get here. */
export interface AbiSource {
  readonly from: string;
  readonly abi: Abi;
  /** Names here, with the signature where a name of the ABI is not unique or is another one. */
  readonly names: readonly (string | readonly [name: string, signature: string])[];
}

/** Constants that become one table of a generated file. */
export interface AbiTable {
  readonly name: string;
  readonly doc: string;
  readonly sources: readonly AbiSource[];
}
