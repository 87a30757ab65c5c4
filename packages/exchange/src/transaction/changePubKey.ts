import { bytesToHex, requestFault } from '@portage/core';
import { accountIndexMax, apiKeyIndexMax, counterMax, requireWhole } from '../bounds.js';
import { hashElements, isPublicKey } from '../signature/index.js';
import { circuitElement } from './elements.js';
import { ownerText } from './ownerText.js';

/** Type of a registration of a key among the exchange's transactions. */
export const changePubKeyType = 8;

/** Registration of an API key, or its exchange for another one. */
export interface ChangePubKey {
  readonly accountIndex: number;
  readonly apiKeyIndex: number;
  /** 40 bytes. The new key signs, and the account's owner signs for it. */
  readonly publicKey: Uint8Array;
  /** Unix milliseconds after which the exchange does not take it. */
  readonly expiredAt: number;
  readonly nonce: number;
}

/**
 * Holds every member to the exchange's bounds.
 *
 * @throws PortageError `INVALID_REQUEST`, with the member
 * @example
 * ```ts
 * checkChangePubKey({ ...change, apiKeyIndex: 255 }); // throws: apiKeyIndex: is no …
 * ```
 */
export function checkChangePubKey(change: ChangePubKey): void {
  requireWhole(change.accountIndex, { name: 'accountIndex', min: 0, max: accountIndexMax });
  requireWhole(change.apiKeyIndex, { name: 'apiKeyIndex', min: 0, max: apiKeyIndexMax });
  requireWhole(change.expiredAt, { name: 'expiredAt', min: 0, max: counterMax });
  requireWhole(change.nonce, { name: 'nonce', min: 0, max: counterMax });
  if (!isPublicKey(change.publicKey)) throw requestFault('publicKey', 'is no public key');
}

/**
 * Message that the new key signs, 40 bytes; its hex is the transaction's id.
 *
 * @throws PortageError `INVALID_REQUEST`
 * @example
 * ```ts
 * const signature = sign(hashChangePubKey(change, 304), privateKey);
 * ```
 */
export function hashChangePubKey(change: ChangePubKey, chainId: number): Uint8Array {
  checkChangePubKey(change);
  const { publicKey } = change;
  const view = new DataView(publicKey.buffer, publicKey.byteOffset, publicKey.length);
  return hashElements([
    ...[chainId, changePubKeyType, change.nonce, change.expiredAt].map(circuitElement),
    ...[change.accountIndex, change.apiKeyIndex].map(circuitElement),
    ...[0, 8, 16, 24, 32].map((place) => view.getBigUint64(place, true)),
  ]);
}

/**
 * Text that the account's owner signs by EIP-191.
 *
 * @throws PortageError `INVALID_REQUEST`
 * @example
 * ```ts
 * const ownerSignature = await wallet.signMessage(changePubKeyOwnerText(change));
 * ```
 */
export function changePubKeyOwnerText(change: ChangePubKey): string {
  checkChangePubKey(change);
  const { number } = ownerText;
  return ownerText.lines('Register Lighter Account', [
    `pubkey: ${bytesToHex(change.publicKey)}`,
    `nonce: ${number(change.nonce)}`,
    `account index: ${number(change.accountIndex)}`,
    `api key index: ${number(change.apiKeyIndex)}`,
  ]);
}
