import { programBytes, type SolanaProgram } from './solanaProgram.js';

/** Content of an account that the upgradeable loader owns. */
export interface LoadedAccount {
  readonly executable: boolean;
  readonly data: Uint8Array;
}

/** The two accounts of a deployed program. */
export interface LoadedProgram {
  readonly program: LoadedAccount;
  readonly programData: LoadedAccount;
}

/** Addresses for the accounts of a program. */
export interface LoadedProgramOptions {
  /** Address of the second account, 32 bytes: the loader derives it from the program's address. */
  readonly programData: Uint8Array;
  /** Account that may initialise a depository, 32 bytes. */
  readonly upgradeAuthority: Uint8Array;
}

/**
 * Accounts that the upgradeable loader keeps for a program, for a local cluster that has them from
 * its first slot on. Both belong to `BPFLoaderUpgradeab1e11111111111111111111111`.
 *
 * @example
 * ```ts
 * const { program, programData } = loadedProgram(depositoryProgram, {
 *   programData: dataAddress,
 *   upgradeAuthority,
 * });
 * ```
 */
export function loadedProgram(
  program: SolanaProgram,
  options: LoadedProgramOptions,
): LoadedProgram {
  const bytes = programBytes(program);
  const data = new Uint8Array(45 + bytes.length);
  data.set([3, 0, 0, 0]); // program data, deployed in slot 0
  data.set([1, ...options.upgradeAuthority], 12);
  data.set(bytes, 45);
  return {
    program: { executable: true, data: Uint8Array.from([2, 0, 0, 0, ...options.programData]) },
    programData: { executable: false, data },
  };
}
