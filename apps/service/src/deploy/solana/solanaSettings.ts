import { z } from 'zod';
import { programs } from '@portage/solana/program';
import { parsePart } from '../../configuration/parsePart.js';
import { limitMembers, readSettingsFile, type LimitSettings } from '../settingsFile.js';
import { isSolanaAddress } from './solanaDeployChains.js';

const address = z
  .string()
  .refine(isSolanaAddress, 'must be an address: 32 bytes in base58')
  .refine((text) => text !== programs.system, 'must be an account that somebody has');

const schema = z
  .strictObject({
    owner: address,
    guardian: address,
    allocator: address,
    upgradeAuthority: address.nullable(),
    ...limitMembers,
    salt: z
      .string()
      .regex(/^[a-z0-9]{0,12}$/, 'must be at most 12 small letters and digits')
      .default(''),
  })
  .refine(({ owner, guardian }) => owner !== guardian, {
    path: ['guardian'],
    message: 'must be another account than the owner: it acts at once',
  })
  .refine(({ owner, allocator }) => owner !== allocator, {
    path: ['allocator'],
    message: 'must be another account than the owner: its key signs all day',
  });

/** Arguments of a deployment on a cluster. */
export interface SolanaSettings extends LimitSettings {
  /** Configures the depository after 48 hours: a multisig's account. */
  readonly owner: string;
  /** Pauses and lowers limits at once. */
  readonly guardian: string;
  /** Signs what leaves the depository. */
  readonly allocator: string;
  /** May replace both programs; null for no account, for good. */
  readonly upgradeAuthority: string | null;
  /** Another salt makes another set of programs, at other addresses. */
  readonly salt: string;
}

/**
 * Reads the arguments of a deployment.
 *
 * @throws PortageError `INVALID_CONFIGURATION` with the paths of what is wrong
 */
export function readSolanaSettings(path: string): SolanaSettings {
  const example =
    '{ "owner": "…", "guardian": "…", "allocator": "…", "upgradeAuthority": null, "limitUsd": "500000" }';
  return parseSolanaSettings(readSettingsFile(path, example));
}

/**
 * Checks the arguments of a deployment.
 *
 * @throws PortageError `INVALID_CONFIGURATION` with the paths of what is wrong
 */
export function parseSolanaSettings(value: unknown): SolanaSettings {
  return parsePart(schema, value, []);
}
