import { assert, type Authorization } from '@portage/core';
import type { Fees } from '../gas/fees.js';
import { encodeAuthorization } from './authorization.js';
import type { Signature } from './curve.js';
import { rlpBytes, rlpItems, rlpList, rlpScalar } from './rlp.js';

/**
 * An EIP-1559 transaction without an access list, or an EIP-7702 one where it carries
 * authorizations.
 */
export interface Transaction extends Fees {
  readonly chainId: number;
  readonly nonce: bigint;
  readonly gas: bigint;
  /** Lower case. */
  readonly to: string;
  readonly value: bigint;
  /** Hex with 0x. */
  readonly data: string;
  readonly authorizations?: readonly Authorization[] | undefined;
}

/** Bytes to sign: the type of the transaction and its fields. */
export interface Fields {
  readonly type: '02' | '04';
  /** RLP, hex; the signature follows in the same list. */
  readonly rlp: string;
}

const noAccessList = 'c0';

/** The fields as RLP. */
export function encodeFields(transaction: Transaction): Fields {
  const { authorizations = [] } = transaction;
  const rlp = encodeCommon(transaction);
  return authorizations.length === 0
    ? { type: '02', rlp }
    : { type: '04', rlp: rlp + rlpList(authorizations.map(encodeAuthorization).join('')) };
}

function encodeCommon(transaction: Transaction): string {
  return (
    rlpScalar(BigInt(transaction.chainId)) +
    rlpScalar(transaction.nonce) +
    rlpScalar(transaction.maxPriorityFeePerGas) +
    rlpScalar(transaction.maxFeePerGas) +
    rlpScalar(transaction.gas) +
    rlpBytes(transaction.to.slice(2)) +
    rlpScalar(transaction.value) +
    rlpBytes(transaction.data.slice(2)) +
    noAccessList
  );
}

/** The bytes that are hashed and signed. */
export function unsignedBytes({ type, rlp }: Fields): Uint8Array {
  return Buffer.from(type + rlpList(rlp), 'hex');
}

/** The bytes that are sent. */
export function signedBytes({ type, rlp }: Fields, signature: Signature): Uint8Array {
  return Buffer.from(
    type +
      rlpList(
        rlp +
          rlpScalar(BigInt(signature.yParity)) +
          rlpScalar(signature.r) +
          rlpScalar(signature.s),
      ),
    'hex',
  );
}

/** Nonce and fees of bytes that we signed earlier. */
export function readSigned(raw: Uint8Array): Fees & { readonly nonce: bigint } {
  const [, nonce, maxPriorityFeePerGas, maxFeePerGas] = rlpItems(raw.subarray(1));
  assert(
    (raw[0] === 2 || raw[0] === 4) &&
      nonce !== undefined &&
      maxPriorityFeePerGas !== undefined &&
      maxFeePerGas !== undefined,
    'stored bytes are a transaction of ours',
  );
  return {
    nonce: scalar(nonce),
    maxPriorityFeePerGas: scalar(maxPriorityFeePerGas),
    maxFeePerGas: scalar(maxFeePerGas),
  };
}

function scalar(bytes: Uint8Array): bigint {
  return bytes.length === 0 ? 0n : BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
}
