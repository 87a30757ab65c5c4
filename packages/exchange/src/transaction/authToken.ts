import { bytesToHex } from '@portage/core';
import { accountIndexMax, apiKeyIndexMax, counterMax, requireWhole } from '../bounds.js';
import { hashElements, sign } from '../signature/index.js';

/** Account and key that a token speaks for, and until when. */
export interface AuthTokenTerms {
  readonly accountIndex: number;
  readonly apiKeyIndex: number;
  /** Unix seconds after which hosts do not take the token. */
  readonly deadline: number;
}

/** Bytes that become one element of the field. */
const elementBytes = 8;

/**
 * Message of a token that the account's key signs, 40 bytes: its text in elements of eight bytes,
 * lowest first, the last one filled with zeros.
 *
 * @throws PortageError `INVALID_REQUEST`
 * @example
 * ```ts
 * hashAuthToken({ accountIndex: 7, apiKeyIndex: 2, deadline: 1_750_000_000 }).length; // 40
 * ```
 */
export function hashAuthToken(terms: AuthTokenTerms): Uint8Array {
  const text = new TextEncoder().encode(authText(terms));
  const padded = new Uint8Array(Math.ceil(text.length / elementBytes) * elementBytes);
  padded.set(text);
  const view = new DataView(padded.buffer);
  const elements: bigint[] = [];
  for (let place = 0; place < padded.length; place += elementBytes)
    elements.push(view.getBigUint64(place, true));
  return hashElements(elements);
}

/**
 * Token by which an account reads what is its own, such as its history: the deadline, the account,
 * the key and a signature, with colons between. Its holder may read until the deadline.
 *
 * @param privateKey - private key of the API key, 40 bytes
 * @throws PortageError `INVALID_REQUEST`
 * @example
 * ```ts
 * const terms = { accountIndex: 7, apiKeyIndex: 2, deadline: 1_750_000_000 };
 * const auth = writeAuthToken(terms, privateKey);
 * ```
 */
export function writeAuthToken(terms: AuthTokenTerms, privateKey: Uint8Array): string {
  const signature = sign(hashAuthToken(terms), privateKey);
  return `${authText(terms)}:${bytesToHex(signature).slice(2)}`;
}

function authText({ accountIndex, apiKeyIndex, deadline }: AuthTokenTerms): string {
  requireWhole(deadline, { name: 'deadline', min: 0, max: counterMax });
  requireWhole(accountIndex, { name: 'accountIndex', min: 0, max: accountIndexMax });
  requireWhole(apiKeyIndex, { name: 'apiKeyIndex', min: 0, max: apiKeyIndexMax });
  return `${deadline}:${accountIndex}:${apiKeyIndex}`;
}
