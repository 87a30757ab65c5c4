import { solanaCodec } from '@portage/solana/codec';
import { programDataAddress, programs } from '@portage/solana/program';
import type { AccountState } from '../rpc/accounts.js';
import { bufferHeaderBytes, programAccountBytes, programHeaderBytes } from './loader.js';

/** Bytes that the loader keeps, and the account that may replace them; null for none. */
export interface LoadedBytes {
  readonly bytes: Uint8Array;
  readonly authority: string | null;
}

/** A program as its cluster has it. */
export interface LoadedProgram extends LoadedBytes {
  /** Slot of its last deployment. */
  readonly slot: bigint;
}

/** Reads a buffer of the upgradeable loader; undefined where an account is none. Pure. */
export function readBuffer(account: AccountState | undefined): LoadedBytes | undefined {
  if (account?.owner !== programs.upgradeableLoader || tagOf(account) !== 1) return undefined;
  const { data } = account;
  if (data.length < bufferHeaderBytes) return undefined;
  return { bytes: data.subarray(bufferHeaderBytes), authority: authorityAt(data, 4) };
}

/**
 * Reads a program of the upgradeable loader by its two accounts; undefined where they are none.
 * Pure.
 *
 * @param address - of the program
 */
export function readLoaded(
  address: string,
  program: AccountState | undefined,
  data: AccountState | undefined,
): LoadedProgram | undefined {
  if (program?.owner !== programs.upgradeableLoader || tagOf(program) !== 2) return undefined;
  if (data?.owner !== programs.upgradeableLoader || tagOf(data) !== 3) return undefined;
  if (program.data.length < programAccountBytes || data.data.length < programHeaderBytes)
    return undefined;
  const named = solanaCodec.decodeAddress(program.data.subarray(4, 36));
  if (named !== programDataAddress(address)) return undefined;
  const view = new DataView(data.data.buffer, data.data.byteOffset);
  return {
    bytes: data.data.subarray(programHeaderBytes),
    authority: authorityAt(data.data, 12),
    slot: view.getBigUint64(4, true),
  };
}

function tagOf({ data }: AccountState): number | undefined {
  return data.length < 4
    ? undefined
    : new DataView(data.buffer, data.byteOffset).getUint32(0, true);
}

function authorityAt(data: Uint8Array, offset: number): string | null {
  if (data[offset] !== 1) return null;
  return solanaCodec.decodeAddress(data.subarray(offset + 1, offset + 33));
}
