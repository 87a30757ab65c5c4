import { createHash } from 'node:crypto';
import { requestFault } from '@portage/core';
import { orderKeys } from '../keys.js';
import type { Configuration } from './configuration.js';
import { publicKeyDigests } from './publicKeyDigests.js';

/**
 * Refuses a configuration whose keys on a chain that is no devnet are known to everybody: those of
 * the devnet, copied with its configuration, and those that were typed rather than drawn. Money
 * that is sent to them is taken at once, by programs that wait for it.
 *
 * @throws PortageError `INVALID_CONFIGURATION` with the path of the key; never with the key
 */
export function refusePublicKeys({ chains, keys }: Pick<Configuration, 'chains' | 'keys'>): void {
  const real = chains.filter((chain) => chain['devnet'] !== true);
  const families = new Set(real.map(({ vm }) => vm));
  for (const [family, secrets] of Object.entries(keys)) {
    if (real.length === 0 || !(families.has(family) || family === orderKeys)) continue;
    const known = Object.entries(secrets).find(([, secret]) => isPublicKey(secret));
    if (known === undefined) continue;
    throw requestFault(`keys.${family}.${known[0]}`, 'is a key that everybody knows', {
      code: 'INVALID_CONFIGURATION',
      hint: 'Draw keys of your own for every chain that is no devnet, and never reuse those of a devnet.',
    });
  }
}

/** Whether a key is publicly known, or one of the keys that a text of several names. */
export function isPublicKey(text: string): boolean {
  return text
    .split(':')
    .map((part) => part.replace(/^0x/i, ''))
    .some((part) => {
      const isHex = /^[0-9a-f]{64,}$/i.test(part);
      const key = isHex ? part.toLowerCase() : part;
      const digest = createHash('sha256').update(key).digest('hex').slice(0, 16);
      return publicKeyDigests.has(digest) || (isHex && isTyped(key));
    });
}

/** Whether a key was typed, not drawn: a small number, or one digit or byte all along. */
function isTyped(digits: string): boolean {
  return /^0{32}/.test(digits) || /^([0-9a-f]{2})\1+$/.test(digits);
}
