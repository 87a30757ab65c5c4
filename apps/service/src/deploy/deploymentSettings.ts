import {
  getAddress,
  isAddress,
  isHex,
  size,
  zeroAddress,
  zeroHash,
  type Address,
  type Hex,
} from 'viem';
import { z } from 'zod';
import { parsePart } from '../configuration/parsePart.js';
import { daySeconds, limitMembers, readSettingsFile, type LimitSettings } from './settingsFile.js';

const address = z
  .string()
  .refine((text) => isAddress(text), 'must be an address, with the checksum of its capitals')
  .transform((text): Address => getAddress(text));

const schema = z
  .strictObject({
    owner: address,
    guardian: address.default(zeroAddress),
    allocator: address,
    reclaimDelaySeconds: z
      .number()
      .int()
      .min(4 * daySeconds)
      .max(30 * daySeconds)
      .default(4 * daySeconds),
    ...limitMembers,
    salt: z
      .string()
      .refine((text) => isHex(text) && size(text) === 32, 'must be 32 bytes in hex')
      .transform((text): Hex => `0x${text.slice(2).toLowerCase()}`)
      .default(zeroHash),
  })
  .refine(({ owner, allocator }) => owner !== zeroAddress && allocator !== zeroAddress, {
    path: ['owner'],
    message: 'and the allocator must be accounts',
  })
  .refine(({ owner, guardian }) => owner !== guardian, {
    path: ['guardian'],
    message: 'must be another account than the owner: it acts at once',
  })
  .refine(({ owner, allocator }) => owner !== allocator, {
    path: ['allocator'],
    message: 'must be another account than the owner: its key signs all day',
  });

/** Arguments of a deployment, the same for every chain. */
export interface DeploymentSettings extends LimitSettings {
  /** Configures the depository after 48 hours: a multisig. */
  readonly owner: Address;
  /** Pauses and lowers limits at once; the zero address stands for none. */
  readonly guardian: Address;
  /** Signs what leaves the depository. */
  readonly allocator: Address;
  readonly reclaimDelaySeconds: number;
  /** Another salt makes another set of contracts, at other addresses. */
  readonly salt: Hex;
}

/**
 * Reads the arguments of a deployment.
 *
 * @throws PortageError `INVALID_CONFIGURATION` with the paths of what is wrong
 */
export function readDeploymentSettings(path: string): DeploymentSettings {
  const example = '{ "owner": "0x…", "guardian": "0x…", "allocator": "0x…", "limitUsd": "500000" }';
  return parseDeploymentSettings(readSettingsFile(path, example));
}

/**
 * Checks the arguments of a deployment.
 *
 * @throws PortageError `INVALID_CONFIGURATION` with the paths of what is wrong
 */
export function parseDeploymentSettings(value: unknown): DeploymentSettings {
  return parsePart(schema, value, []);
}
