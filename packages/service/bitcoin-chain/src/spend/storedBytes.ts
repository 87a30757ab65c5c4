import { assert } from '@portage/core';
import { Transaction } from 'bitcoinjs-lib';
import type { Output } from '@portage/bitcoin/transaction';
import { sumOf, type Outpoint, type OwnedCoin } from '../coins/coin.js';

/** A signed transaction with the coins that it spends, as the outbox keeps it. */
export interface StoredTransaction {
  /** Id of the transaction, hex. */
  readonly txId: string;
  /** The bytes that nodes are given. */
  readonly bytes: Uint8Array;
  readonly inputs: readonly OwnedCoin[];
  readonly outputs: readonly Output[];
  /** Satoshi. */
  readonly fee: bigint;
  /** Virtual bytes. */
  readonly size: number;
  readonly version: number;
}

const valueBytes = 8;
const lengthBytes = 4;
const hashBytes = 32;
const outpointBytes = hashBytes + lengthBytes;

/**
 * Bytes for the outbox: those of the transaction, and behind them value and script of each coin
 * that it spends, which a transaction of Bitcoin does not hold. Where strangers made coins, a list
 * for each coin follows of what its own transaction spends.
 */
export function encodeStored(bytes: Uint8Array, inputs: readonly OwnedCoin[]): Uint8Array {
  const length = Buffer.alloc(lengthBytes);
  length.writeUInt32LE(bytes.length);
  const coins = inputs.map(({ value, script }) => {
    const head = Buffer.alloc(valueBytes + 1);
    head.writeBigUInt64LE(value);
    head.writeUInt8(script.length, valueBytes);
    return Buffer.concat([head, script]);
  });
  const isStrange = inputs.some(({ madeFrom }) => madeFrom !== undefined);
  const origins = isStrange ? inputs.map(({ madeFrom = [] }) => encodeOutpoints(madeFrom)) : [];
  return Uint8Array.from(Buffer.concat([length, bytes, ...coins, ...origins]));
}

function encodeOutpoints(outpoints: readonly Outpoint[]): Uint8Array {
  const list = Buffer.alloc(lengthBytes + outpoints.length * outpointBytes);
  list.writeUInt32LE(outpoints.length);
  outpoints.forEach(({ txId, vout }, index) => {
    const at = lengthBytes + index * outpointBytes;
    list.write(txId, at, 'hex');
    list.writeUInt32LE(vout, at + hashBytes);
  });
  return list;
}

/** Outpoints at a place, and the place behind them. */
function readOutpoints(
  all: Buffer,
  start: number,
): { readonly madeFrom: readonly Outpoint[] | undefined; readonly end: number } {
  const first = start + lengthBytes;
  const count = all.readUInt32LE(start);
  const madeFrom = Array.from({ length: count }, (_, index): Outpoint => {
    const at = first + index * outpointBytes;
    return {
      txId: all.toString('hex', at, at + hashBytes),
      vout: all.readUInt32LE(at + hashBytes),
    };
  });
  return { madeFrom: count === 0 ? undefined : madeFrom, end: first + count * outpointBytes };
}

/** Reads what {@link encodeStored} wrote. */
export function readStored(raw: Uint8Array): StoredTransaction {
  const all = Buffer.from(raw);
  const end = lengthBytes + all.readUInt32LE(0);
  const bytes = Uint8Array.from(all.subarray(lengthBytes, end));
  const transaction = Transaction.fromBuffer(bytes);
  let at = end;
  const coins = transaction.ins.map((input): OwnedCoin => {
    const value = all.readBigUInt64LE(at);
    const length = all.readUInt8(at + valueBytes);
    const start = at + valueBytes + 1;
    at = start + length;
    return {
      txId: Buffer.from(input.hash).reverse().toString('hex'),
      vout: input.index,
      value,
      script: Uint8Array.from(all.subarray(start, at)),
    };
  });
  const isStrange = at < all.length;
  const inputs = coins.map((coin): OwnedCoin => {
    if (!isStrange) return coin;
    const { madeFrom, end: next } = readOutpoints(all, at);
    at = next;
    return { ...coin, madeFrom };
  });
  assert(at === all.length, 'stored bytes end with the last coin');
  const outputs = transaction.outs.map(({ script, value }) => ({ script, value }));
  return {
    txId: transaction.getId(),
    bytes,
    inputs,
    outputs,
    size: transaction.virtualSize(),
    version: transaction.version,
    fee: sumOf(inputs) - sumOf(outputs),
  };
}
