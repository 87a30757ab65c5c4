import { bytesToHex, requestFault } from '@portage/core';
import { isRoute } from '../bounds.js';
import { isList, membersOf, readBigint, readCount } from '../json/members.js';
import { parseJson, type Json } from '../json/parseJson.js';
import { fromBase64, toBase64 } from './base64.js';
import { checkChangePubKey, type ChangePubKey } from './changePubKey.js';
import { checkTransfer, memoBytes, type Transfer } from './transfer.js';
import { canonicalOwnerSignature } from './canonicalOwnerSignature.js';

/** Signatures of a transaction. */
export interface Signatures {
  /** Signature of the account's key, 80 bytes. */
  readonly signature: Uint8Array;
  /** Signature of the account's owner as hex with 0x, where the transaction needs one. */
  readonly ownerSignature?: string | undefined;
}

/** A transfer with its signatures. */
export interface SignedTransfer extends Signatures {
  readonly transfer: Transfer;
}

/** A registration of a key with its signatures. */
export interface SignedChangePubKey extends Signatures {
  readonly change: ChangePubKey;
}

const memoLength = 32;
const signatureLength = 80;
const publicKeyLength = 40;
const bytesMax = 4_096;

/** Members with their values as they are written; whole numbers are written exactly. */
function write(members: readonly (readonly [name: string, text: string])[]): string {
  return `{${members.map(([name, text]) => `"${name}":${text}`).join(',')}}`;
}

/**
 * Text of a signed transfer as `sendTx` takes it: whole numbers of any size with all their digits,
 * the memo as 32 numbers, the key's signature in base64.
 *
 * @throws PortageError `INVALID_REQUEST`
 * @example
 * ```ts
 * const info = writeTransfer({ transfer, signature, ownerSignature });
 * ```
 */
export function writeTransfer({ transfer, signature, ownerSignature }: SignedTransfer): string {
  checkTransfer(transfer);
  return write([
    ['FromAccountIndex', String(transfer.fromAccountIndex)],
    ['ApiKeyIndex', String(transfer.apiKeyIndex)],
    ['ToAccountIndex', String(transfer.toAccountIndex)],
    ['AssetIndex', String(transfer.assetIndex)],
    ['FromRouteType', String(transfer.fromRouteType)],
    ['ToRouteType', String(transfer.toRouteType)],
    ['Amount', String(transfer.amount)],
    ['USDCFee', String(transfer.usdcFee)],
    ['Memo', `[${memoBytes(transfer.memo).join(',')}]`],
    ['ExpiredAt', String(transfer.expiredAt)],
    ['Nonce', String(transfer.nonce)],
    ...writeSignatures({ signature, ownerSignature }),
  ]);
}

function writeSignatures({
  signature,
  ownerSignature = '',
}: Signatures): readonly (readonly [string, string])[] {
  return [
    ['Sig', JSON.stringify(toBase64(signature))],
    ['L1Sig', JSON.stringify(canonicalOwnerSignature(ownerSignature))],
    ['L2TxAttributes', 'null'],
  ];
}

/**
 * Text of a signed registration of a key as `sendTx` takes it.
 *
 * @throws PortageError `INVALID_REQUEST`
 * @example
 * ```ts
 * const info = writeChangePubKey({ change, signature, ownerSignature });
 * ```
 */
export function writeChangePubKey({
  change,
  signature,
  ownerSignature = '',
}: SignedChangePubKey): string {
  checkChangePubKey(change);
  return write([
    ['AccountIndex', String(change.accountIndex)],
    ['ApiKeyIndex', String(change.apiKeyIndex)],
    ['PubKey', JSON.stringify(toBase64(change.publicKey))],
    ['L1Sig', JSON.stringify(canonicalOwnerSignature(ownerSignature))],
    ['ExpiredAt', String(change.expiredAt)],
    ['Nonce', String(change.nonce)],
    ['Sig', JSON.stringify(toBase64(signature))],
    ['L2TxAttributes', 'null'],
  ]);
}

/** Members of a text. @throws PortageError `INVALID_REQUEST` */
export function readInfo(info: string): { readonly [member: string]: Json } {
  if (info.length > bytesMax) throw requestFault('tx_info', `is longer than ${bytesMax} bytes`);
  try {
    return membersOf(parseJson(info));
  } catch (cause) {
    throw requestFault('tx_info', 'is not JSON', { cause });
  }
}

/**
 * A transfer out of its text, with every digit. Nothing but its shape and bounds is checked.
 *
 * @throws PortageError `INVALID_REQUEST`, with the member
 * @example
 * ```ts
 * const { transfer } = readTransfer(transaction.info);
 * ```
 */
export function readTransfer(info: string): SignedTransfer {
  const members = readInfo(info);
  const transfer: Transfer = {
    fromAccountIndex: count(members, 'FromAccountIndex'),
    apiKeyIndex: count(members, 'ApiKeyIndex'),
    toAccountIndex: count(members, 'ToAccountIndex'),
    assetIndex: count(members, 'AssetIndex'),
    fromRouteType: route(members, 'FromRouteType'),
    toRouteType: route(members, 'ToRouteType'),
    amount: amount(members, 'Amount'),
    usdcFee: amount(members, 'USDCFee'),
    memo: readMemo(members['Memo']),
    expiredAt: count(members, 'ExpiredAt'),
    nonce: count(members, 'Nonce'),
  };
  checkTransfer(transfer);
  return { transfer, ...readSignatures(members) };
}

/**
 * A registration of a key out of its text.
 *
 * @throws PortageError `INVALID_REQUEST`, with the member
 * @example
 * ```ts
 * const { change } = readChangePubKey(transaction.info);
 * ```
 */
export function readChangePubKey(info: string): SignedChangePubKey {
  const members = readInfo(info);
  const change: ChangePubKey = {
    accountIndex: count(members, 'AccountIndex'),
    apiKeyIndex: count(members, 'ApiKeyIndex'),
    publicKey: bytes(members, 'PubKey', publicKeyLength),
    expiredAt: count(members, 'ExpiredAt'),
    nonce: count(members, 'Nonce'),
  };
  checkChangePubKey(change);
  return { change, ...readSignatures(members) };
}

type Members = Readonly<Record<string, Json>>;

function readSignatures(members: Members): Signatures {
  const ownerSignature = members['L1Sig'] ?? '';
  const attributes = members['L2TxAttributes'] ?? null;
  // Attributes change what is signed, and none of them is ours.
  if (attributes !== null) throw requestFault('L2TxAttributes', 'is not null');
  if (typeof ownerSignature !== 'string' || !/^(?:|0x[0-9a-f]{130})$/i.test(ownerSignature))
    throw requestFault('L1Sig', 'is no signature of 65 bytes');
  return {
    signature: bytes(members, 'Sig', signatureLength),
    ownerSignature: ownerSignature === '' ? undefined : ownerSignature,
  };
}

function count(members: Members, name: string): number {
  const value = readCount(members[name]);
  if (value === undefined) throw requestFault(name, 'is no whole number');
  return value;
}

function amount(members: Members, name: string): bigint {
  const value = typeof members[name] === 'string' ? undefined : readBigint(members[name]);
  if (value === undefined) throw requestFault(name, 'is no whole number');
  return value;
}

function route(members: Members, name: string): Transfer['fromRouteType'] {
  const value = members[name];
  if (!isRoute(value)) throw requestFault(name, 'is no route: 0 or 1');
  return value;
}

function bytes(members: Members, name: string, length: number): Uint8Array {
  const text = members[name];
  const value = typeof text === 'string' ? fromBase64(text) : undefined;
  if (value?.length !== length) throw requestFault(name, `is not ${length} bytes in base64`);
  return value;
}

/** 32 bytes of a list of numbers, as hex with 0x. @throws PortageError `INVALID_REQUEST` */
export function readMemo(value: Json | undefined): string {
  const list = isList(value) ? value : [];
  const octets = list.filter((octet): octet is number => {
    const number = readCount(octet);
    return number !== undefined && number < 256;
  });
  if (list.length !== memoLength || octets.length !== memoLength)
    throw requestFault('Memo', `is not ${memoLength} numbers from 0 to 255`);
  return bytesToHex(Uint8Array.from(octets));
}
