import { Transaction } from 'bitcoinjs-lib';
import { Reject } from '../reject.js';
import { hash256, hashText } from './hashes.js';

/** Output of a transaction. */
export interface TxOutput {
  readonly script: Uint8Array;
  readonly value: bigint;
}

/** Input of a transaction. */
export interface TxInput {
  readonly txId: string;
  readonly vout: number;
  /** Output that it spends, `txId:vout`. */
  readonly outpoint: string;
  readonly script: Uint8Array;
  readonly sequence: number;
  readonly witness: readonly Uint8Array[];
}

/** Transaction with what everybody asks of it. It never changes. */
export interface Tx {
  readonly id: string;
  /** Hash over the witnesses too, in the order of bytes. */
  readonly witnessHash: Buffer;
  readonly hash: Buffer;
  readonly raw: Transaction;
  readonly bytes: Uint8Array;
  readonly weight: number;
  readonly vsize: number;
  readonly isCoinbase: boolean;
  readonly hasWitness: boolean;
  readonly inputs: readonly TxInput[];
  readonly outputs: readonly TxOutput[];
}

/** Outpoint of an output. */
export function outpointOf(txId: string, vout: number): string {
  return `${txId}:${vout}`;
}

/** Reads a transaction. @throws Reject when the bytes are none, or are not written canonically */
export function readTransaction(bytes: Uint8Array): Tx {
  let raw: Transaction;
  try {
    raw = Transaction.fromBuffer(bytes);
    if (!Buffer.from(raw.toBuffer()).equals(bytes)) throw new Error('not canonical');
  } catch {
    throw new Reject('TX decode failed');
  }
  return describeTransaction(raw);
}

/** Describes a transaction that was built here. */
export function describeTransaction(raw: Transaction): Tx {
  const hash = hash256(strippedBytes(raw));
  const bytes = raw.toBuffer();
  const hasWitness = raw.hasWitnesses();
  const weight = raw.byteLength(false) * 3 + bytes.length;
  const inputs = raw.ins.map((input) => {
    const txId = hashText(input.hash);
    const { index: vout, script, sequence, witness } = input;
    return { txId, vout, outpoint: outpointOf(txId, vout), script, sequence, witness };
  });
  return {
    id: hashText(hash),
    hash,
    witnessHash: hasWitness ? hash256(bytes) : hash,
    raw,
    bytes,
    weight,
    vsize: Math.ceil(weight / 4),
    isCoinbase: raw.isCoinbase(),
    hasWitness,
    inputs,
    outputs: raw.outs.map(({ script, value }) => ({ script, value })),
  };
}

function strippedBytes(raw: Transaction): Uint8Array {
  if (!raw.hasWitnesses()) return raw.toBuffer();
  const copy = raw.clone();
  copy.stripWitnesses();
  return copy.toBuffer();
}
