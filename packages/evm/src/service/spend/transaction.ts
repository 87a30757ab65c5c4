import { assert } from '@portage/core';
import type { Fees } from '../gas/createFees.js';
import type { Signature } from './curve.js';
import { rlpBytes, rlpItems, rlpList, rlpScalar } from './rlp.js';

/** An EIP-1559 transaction without an access list, the only kind that we send. */
export interface Transaction extends Fees {
  readonly chainId: number;
  readonly nonce: bigint;
  readonly gas: bigint;
  /** Lower case. */
  readonly to: string;
  readonly value: bigint;
  /** Hex with 0x. */
  readonly data: string;
}

const TYPE = '02';
const NO_ACCESS_LIST = 'c0';

/** The fields as RLP, hex; the signature follows them in the same list. */
export function encodeFields(transaction: Transaction): string {
  return (
    rlpScalar(BigInt(transaction.chainId)) + rlpScalar(transaction.nonce) + rlpScalar(transaction.maxPriorityFeePerGas) + rlpScalar(transaction.maxFeePerGas) +
    rlpScalar(transaction.gas) + rlpBytes(transaction.to.slice(2)) + rlpScalar(transaction.value) + rlpBytes(transaction.data.slice(2)) + NO_ACCESS_LIST
  );
}

/** The bytes that are hashed and signed. */
export function unsignedBytes(fields: string): Uint8Array {
  return Buffer.from(TYPE + rlpList(fields), 'hex');
}

/** The bytes that are sent. */
export function signedBytes(fields: string, signature: Signature): Uint8Array {
  return Buffer.from(TYPE + rlpList(fields + rlpScalar(BigInt(signature.yParity)) + rlpScalar(signature.r) + rlpScalar(signature.s)), 'hex');
}

/** Nonce and fees of bytes that we signed earlier. */
export function readSigned(raw: Uint8Array): Fees & { readonly nonce: bigint } {
  const [, nonce, maxPriorityFeePerGas, maxFeePerGas] = rlpItems(raw.subarray(1));
  assert(raw[0] === 2 && nonce !== undefined && maxPriorityFeePerGas !== undefined && maxFeePerGas !== undefined, 'stored bytes are a transaction of ours');
  return { nonce: scalar(nonce), maxPriorityFeePerGas: scalar(maxPriorityFeePerGas), maxFeePerGas: scalar(maxFeePerGas) };
}

function scalar(bytes: Uint8Array): bigint {
  return bytes.length === 0 ? 0n : BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
}
