import { createHash } from 'node:crypto';
import type { PortageError } from '@portage/core';
import { depositoryProgram, fillerProgram } from '@portage/contracts/solana';
import { solanaCodec } from '@portage/solana/codec';
import { programs as known } from '@portage/solana/program';
import type { ParsedChainConfig } from './chainConfig.js';
import type { AccountState } from './rpc/accounts.js';

/** Bytes before a program in the account of the upgradeable loader. */
const headerBytes = 45;
/** Zeros at the end of a program that may be its own: accounts are padded with zeros. */
const ownZerosMax = 64;

/** A program as its cluster has it. */
export interface DeployedProgram {
  readonly account: AccountState;
  /** Account in which the upgradeable loader keeps bytes and authority; absent without it. */
  readonly data: AccountState | undefined;
}

/** Settings that programs are compared with. */
export type ProgramSettings = Pick<ParsedChainConfig, 'programs' | 'programHashes' | 'governance'>;

/** Error about one member of the chain's settings. */
export type Wrong = (path: string, message: string, hint: string) => PortageError;

/**
 * Compares the bytes of a program with the hash that is expected, and its upgrade authority with
 * the configuration where that names one.
 *
 * @throws PortageError `INVALID_CONFIGURATION`
 */
export function checkProgram(
  name: 'depository' | 'filler',
  { account, data }: DeployedProgram,
  { programs, programHashes, governance }: ProgramSettings,
  wrong: Wrong,
): void {
  const isUpgradeable = account.owner === known.upgradeableLoader;
  const bytes = isUpgradeable ? data?.data.subarray(headerBytes) : account.data;
  const shipped = (name === 'depository' ? depositoryProgram : fillerProgram).sha256;
  const expected = programHashes[name] ?? shipped;
  if (bytes === undefined || !hasHash(bytes, expected))
    throw wrong(
      `programs.${name}`,
      `the program at ${programs[name]} has other bytes than those of the hash ${expected}.`,
      `Deploy the program of this version, or name the hash of yours as programHashes.${name} if you trust it.`,
    );
  if (governance.upgradeAuthority === undefined) return;
  const authority = isUpgradeable ? readAuthority(data) : null;
  if (authority !== governance.upgradeAuthority)
    throw wrong(
      'governance.upgradeAuthority',
      `the ${name} can be replaced by ${authority ?? 'nobody'}, not by ${governance.upgradeAuthority ?? 'nobody'}.`,
      'Find out who changed it; then correct the configuration or the program.',
    );
}

/** Account that may replace the program; null where none may. */
function readAuthority(account: AccountState | undefined): string | null {
  return account?.data[12] === 1 ? solanaCodec.decodeAddress(account.data.subarray(13, 45)) : null;
}

/** Whether the bytes, without padding, have a SHA-256. */
function hasHash(padded: Uint8Array, sha256: string): boolean {
  let end = padded.length;
  while (end > 0 && padded[end - 1] === 0) end -= 1;
  const last = Math.min(padded.length, end + ownZerosMax);
  for (; end <= last; end += 1) {
    const hash = createHash('sha256').update(padded.subarray(0, end)).digest('hex');
    if (hash === sha256) return true;
  }
  return false;
}
