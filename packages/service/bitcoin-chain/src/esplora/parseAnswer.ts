import { malformedReply, readList, readObject } from '@portage/chain-kit';
import type { Transaction } from 'bitcoinjs-lib';
import type { Output } from '@portage/bitcoin/transaction';
import { readTransaction } from '../rpc/block.js';
import { readBytes, readHash, readInteger } from '../rpc/parse.js';

/** Satoshi that there will ever be. */
const moneyMax = 2_100_000_000_000_000;
/** Unspent outputs that one answer may hold; the software itself stops at 500 by default. */
const unspentMax = 10_000;
/** Satoshi for a virtual byte; what is above is no rate. */
const rateMax = 100_000;

/** An unspent output, as one endpoint tells it. */
export interface UnspentOutput {
  readonly txId: string;
  readonly vout: number;
  /** Satoshi. */
  readonly value: bigint;
  /** Height of its block; undefined while it waits for one. */
  readonly height: number | undefined;
}

/** A transaction that waits for a block, as one endpoint tells it. */
export interface WaitingTransaction {
  readonly txId: string;
  readonly inputs: readonly WaitingInput[];
  readonly outputs: readonly Output[];
}

/** An input, and the output that it spends. */
export interface WaitingInput {
  readonly txId: string;
  readonly vout: number;
  readonly spent: Output;
}

/** Transaction that spends an output, as one endpoint tells it. */
export interface Spending {
  readonly txId: string;
}

/** JSON of an answer. @throws PortageError `RPC_HTTP_ERROR` */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw malformedReply('answer: not JSON');
  }
}

/** Unspent outputs of an address. @throws PortageError `RPC_HTTP_ERROR` */
export function readUnspent(value: unknown): readonly UnspentOutput[] {
  const list = readList(value, 'list of coins');
  if (list.length > unspentMax) throw malformedReply('list of coins: it is too long');
  const coins = list.map((each): UnspentOutput => {
    const coin = readObject(each, 'coin');
    const status = readObject(coin['status'], 'place of a coin');
    const isConfirmed = status['confirmed'] === true;
    return {
      txId: readHash(coin['txid'], 'coin'),
      vout: readInteger(coin['vout'], 'coin'),
      value: readValue(coin['value']),
      height: isConfirmed ? readInteger(status['block_height'], 'place of a coin') : undefined,
    };
  });
  const names = new Set(coins.map(({ txId, vout }) => `${txId}:${String(vout)}`));
  if (names.size !== coins.length) throw malformedReply('list of coins: one is there twice');
  return coins;
}

/** Transactions without a block. @throws PortageError `RPC_HTTP_ERROR` */
export function readWaiting(value: unknown): readonly WaitingTransaction[] {
  return readList(value, 'list of transactions').map((each) => {
    const transaction = readObject(each, 'transaction');
    return {
      txId: readHash(transaction['txid'], 'transaction'),
      inputs: readList(transaction['vin'], 'list of inputs').map(readInput),
      outputs: readList(transaction['vout'], 'list of outputs').map(readOutput),
    };
  });
}

function readInput(value: unknown): WaitingInput {
  const input = readObject(value, 'input');
  return {
    txId: readHash(input['txid'], 'input'),
    vout: readInteger(input['vout'], 'input'),
    spent: readOutput(input['prevout']),
  };
}

function readOutput(value: unknown): Output {
  const output = readObject(value, 'output');
  return { script: readBytes(output['scriptpubkey'], 'output'), value: readValue(output['value']) };
}

function readValue(value: unknown): bigint {
  const satoshi = readInteger(value, 'value');
  if (satoshi > moneyMax) throw malformedReply('value: it is more than there is');
  return BigInt(satoshi);
}

/** A transaction from its hex; it has the id. @throws PortageError `RPC_HTTP_ERROR` */
export function readTransactionHex(text: string, txId: string): Transaction {
  return readTransaction(readBytes(text.trim(), 'transaction'), txId);
}

/**
 * Hash of the block of a transaction; undefined while it waits.
 *
 * @throws PortageError `RPC_HTTP_ERROR`
 */
export function readBlockHash(value: unknown): string | undefined {
  const status = readObject(value, 'place of a transaction');
  return status['confirmed'] === true ? readHash(status['block_hash'], 'block') : undefined;
}

/** Spender of an output; undefined where it is unspent. @throws PortageError `RPC_HTTP_ERROR` */
export function readSpending(value: unknown): Spending | undefined {
  const answer = readObject(value, 'spending');
  if (answer['spent'] === false) return undefined;
  return { txId: readHash(answer['txid'], 'spending') };
}

/**
 * Satoshi for a thousand virtual bytes by the number of blocks that a transaction may wait, rounded
 * up. @throws PortageError `RPC_HTTP_ERROR`
 */
export function readFeeRates(value: unknown): ReadonlyMap<number, bigint> {
  const rates = Object.entries(readObject(value, 'list of fee rates'));
  return new Map(
    rates.flatMap(([blocks, rate]): readonly [number, bigint][] => {
      if (!/^\d{1,4}$/.test(blocks)) return [];
      if (typeof rate !== 'number' || !(rate > 0) || rate > rateMax)
        throw malformedReply('fee rate');
      return [[Number(blocks), BigInt(Math.ceil(rate * 1_000))]];
    }),
  );
}
