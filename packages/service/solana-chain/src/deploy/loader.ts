import { createHash } from 'node:crypto';
import { solanaCodec } from '@portage/solana/codec';
import { programDataAddress, programs } from '@portage/solana/program';
import { concatBytes, type Instruction } from '@portage/solana/transaction';

/** Bytes of an account that says where a program's bytes are. */
export const programAccountBytes = 36;
/** Bytes before a program in the account that holds its bytes. */
export const programHeaderBytes = 45;
/** Bytes before what is written into a buffer. */
export const bufferHeaderBytes = 37;

/** Account at an address that follows from its base, of which no key exists. */
export interface SeededAccount {
  /** Account whose signature makes it. */
  readonly base: string;
  /** At most 32 letters. */
  readonly seed: string;
}

/** Address of an account of the upgradeable loader that a base and a seed name. Pure. */
export function seededAddress({ base, seed }: SeededAccount): string {
  const digest = createHash('sha256')
    .update(solanaCodec.encodeAddress(base))
    .update(seed)
    .update(solanaCodec.encodeAddress(programs.upgradeableLoader))
    .digest();
  return solanaCodec.decodeAddress(digest);
}

/** Size and missing lamports of an account to make. */
export interface AccountSize {
  readonly bytes: number;
  /** Lamports that it lacks: its address may have received some before. */
  readonly lamports: bigint;
}

/** Instructions that make an account of the loader; whatever lies at its address is kept. */
export function makeSeeded(
  account: SeededAccount,
  { bytes, lamports }: AccountSize,
): readonly Instruction[] {
  const address = seededAddress(account);
  const seed = new TextEncoder().encode(account.seed);
  return [
    {
      programId: programs.system,
      keys: [meta(account.base, true, true), meta(address, true)],
      data: concatBytes([u32(2), u64(lamports)]),
    },
    {
      programId: programs.system,
      keys: [meta(address, true), meta(account.base, false, true)],
      data: concatBytes([
        u32(9),
        solanaCodec.encodeAddress(account.base),
        u64(BigInt(seed.length)),
        seed,
        u64(BigInt(bytes)),
        solanaCodec.encodeAddress(programs.upgradeableLoader),
      ]),
    },
  ];
}

/** Buffer, or program, and who has power over it. */
export interface LoaderPlace {
  readonly address: string;
  readonly authority: string;
}

/** Instruction that makes an empty account a buffer. */
export function initializeBuffer({ address, authority }: LoaderPlace): Instruction {
  return loaderCall([meta(address, true), meta(authority, false)], u32(0));
}

/** Bytes at a place of a program. */
export interface Chunk {
  readonly offset: number;
  readonly bytes: Uint8Array;
}

/** Instruction that writes bytes into a buffer. */
export function writeBuffer(
  { address, authority }: LoaderPlace,
  { offset, bytes }: Chunk,
): Instruction {
  return loaderCall(
    [meta(address, true), meta(authority, false, true)],
    concatBytes([u32(1), u32(offset), u64(BigInt(bytes.length)), bytes]),
  );
}

/** Buffer that becomes a program, and the program's size. */
export interface Deployment extends LoaderPlace {
  readonly buffer: string;
  /** Most bytes that the program may ever have without being extended. */
  readonly bytesMax: number;
}

/** Instruction that makes an empty account a program; the loader checks its bytes. */
export function deployBuffer({ address, authority, buffer, bytesMax }: Deployment): Instruction {
  return loaderCall(
    [
      meta(authority, true, true),
      meta(programDataAddress(address), true),
      meta(address, true),
      meta(buffer, true),
      meta('SysvarRent111111111111111111111111111111111', false),
      meta('SysvarC1ock11111111111111111111111111111111', false),
      meta(programs.system, false),
      meta(authority, false, true),
    ],
    concatBytes([u32(2), u64(BigInt(bytesMax))]),
  );
}

/**
 * Instruction that gives the power over a program away.
 *
 * @param named - account that gets it; null for none, for good
 */
export function nameUpgradeAuthority(
  { address, authority }: LoaderPlace,
  named: string | null,
): Instruction {
  const keys = [meta(programDataAddress(address), true), meta(authority, false, true)];
  return loaderCall(named === null ? keys : [...keys, meta(named, false)], u32(4));
}

function loaderCall(keys: Instruction['keys'], data: Uint8Array): Instruction {
  return { programId: programs.upgradeableLoader, keys, data };
}

function meta(pubkey: string, isWritable: boolean, isSigner = false): Instruction['keys'][number] {
  return { pubkey, isSigner, isWritable };
}

function u32(value: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value, true);
  return bytes;
}

function u64(value: bigint): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, value, true);
  return bytes;
}
