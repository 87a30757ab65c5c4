import { depositoryProgram, fillerProgram, programBytes } from '@portage/contracts/solana';
import { seededAddress } from '@portage/solana-chain';
import { programDataAddress } from '@portage/solana/program';

/** Programs of a cluster, in the order of their deployment. */
export const programNames = ['depository', 'filler'] as const;

/** A program that a deployment makes. */
export type ProgramName = (typeof programNames)[number];

const shipped = { depository: depositoryProgram, filler: fillerProgram };

/** A program, its accounts, and its bytes. */
export interface PlannedProgram {
  readonly name: ProgramName;
  readonly address: string;
  /** Seed of its address, which has no key. */
  readonly seed: string;
  /** Account in which the loader keeps the bytes. */
  readonly dataAddress: string;
  /** Account that the bytes are written to before. */
  readonly buffer: string;
  readonly bufferSeed: string;
  readonly bytes: Uint8Array;
}

/** Account that deploys, and the set that it deploys. */
export interface ProgramSet {
  readonly deployer: string;
  readonly salt: string;
}

/**
 * Programs that an account deploys. Their addresses follow from that account and the salt, so that
 * a second run finds them without any key. Pure.
 */
export function planPrograms({ deployer: base, salt }: ProgramSet): readonly PlannedProgram[] {
  return programNames.map((name) => {
    const seed = salt === '' ? name : `${name} ${salt}`;
    const bufferSeed = `${seed} buffer`;
    const address = seededAddress({ base, seed });
    return {
      ...placeOf(name, address),
      seed,
      bufferSeed,
      buffer: seededAddress({ base, seed: bufferSeed }),
    };
  });
}

/** A program's accounts and bytes, wherever it is. Pure. */
export function placeOf(
  name: ProgramName,
  address: string,
): Pick<PlannedProgram, 'name' | 'address' | 'dataAddress' | 'bytes'> {
  const dataAddress = programDataAddress(address);
  return { name, address, dataAddress, bytes: programBytes(shipped[name]) };
}

/** Difference between the bytes of a cluster and those of this version; undefined where equal. */
export function compareProgram(found: Uint8Array, wanted: Uint8Array): string | undefined {
  if (found.length < wanted.length)
    return `the program has ${String(found.length)} bytes, and this version's ${String(wanted.length)}`;
  const at = found.findIndex((byte, index) => byte !== (wanted[index] ?? 0));
  if (at === -1) return undefined;
  const both = [found[at], wanted[at]].map(
    (byte) => `0x${(byte ?? 0).toString(16).padStart(2, '0')}`,
  );
  return `byte ${String(at)} of the program is ${both[0] ?? ''}, and ${both[1] ?? ''} in this version`;
}
