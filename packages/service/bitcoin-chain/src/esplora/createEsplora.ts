import { createHttp, httpFault } from '@portage/chain-kit';
import type { BroadcastResult } from '@portage/core/chain';
import type { Transaction } from 'bitcoinjs-lib';
import { classifySendFailure } from '../rpc/classifySendFailure.js';
import {
  readBlockHash,
  readFeeRates,
  readJson,
  readSpending,
  readTransactionHex,
  readUnspent,
  readWaiting,
  type Spending,
  type UnspentOutput,
  type WaitingTransaction,
} from './parseAnswer.js';

/** Bytes of one answer: fifty transactions of a mempool may be long. */
const responseBytesMax = 33_554_432;
/** Characters of a refusal that are passed on. */
const reasonCharactersMax = 200;
const headers: Readonly<Record<string, string>> = { accept: 'application/json, text/plain' };

/**
 * One REST endpoint of Esplora, which knows the coins of addresses. What it tells is a hint: who
 * pays by it has it confirmed. Every question is one attempt.
 *
 * @throws PortageError `RPC_HTTP_ERROR`, each question
 */
export interface Esplora {
  /** Scheme and host, safe to print. */
  readonly label: string;
  /** Outputs of an address that no transaction spends, not even one that waits. */
  unspent(address: string, signal?: AbortSignal): Promise<readonly UnspentOutput[]>;
  /** The newest transactions of an address that wait for a block. */
  waiting(address: string, signal?: AbortSignal): Promise<readonly WaitingTransaction[]>;
  /** A transaction whose bytes have the id that was asked for. */
  transaction(txId: string, signal?: AbortSignal): Promise<Transaction>;
  /** Hash of the block that has a transaction; undefined where it waits, or is not known. */
  blockOf(txId: string, signal?: AbortSignal): Promise<string | undefined>;
  /** Who spends an output, in a block or not. */
  spending(txId: string, vout: number, signal?: AbortSignal): Promise<Spending | undefined>;
  /** Satoshi for a thousand virtual bytes by the number of blocks to wait. */
  feeRates(signal?: AbortSignal): Promise<ReadonlyMap<number, bigint>>;
  /** Gives a signed transaction to the network. */
  send(bytes: Uint8Array, signal?: AbortSignal): Promise<BroadcastResult>;
  close(): Promise<void>;
}

/**
 * Opens an endpoint.
 *
 * @param timeoutMs - milliseconds for a whole answer
 * @example
 * ```ts
 * const esplora = createEsplora('https://esplora.example/api', 10_000);
 * const coins = await esplora.unspent('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4');
 * ```
 */
export function createEsplora(url: string, timeoutMs: number): Esplora {
  const http = createHttp(url, { timeoutMs, responseBytesMax });
  const get = async (path: string, signal: AbortSignal | undefined): Promise<string> => {
    const answer = await http.request({ method: 'GET', path, headers }, signal);
    if (answer.status !== 200) throw httpFault(http.label, answer);
    return answer.text;
  };
  const ofAddress = (address: string, list: string): string =>
    `/address/${encodeURIComponent(address)}/${list}`;
  const ofTransaction = (txId: string, part: string): string =>
    `/tx/${encodeURIComponent(txId)}/${part}`;
  return {
    label: http.label,
    unspent: async (address, signal) =>
      readUnspent(readJson(await get(ofAddress(address, 'utxo'), signal))),
    waiting: async (address, signal) =>
      readWaiting(readJson(await get(ofAddress(address, 'txs/mempool'), signal))),
    transaction: async (txId, signal) =>
      readTransactionHex(await get(ofTransaction(txId, 'hex'), signal), txId),
    blockOf: async (txId, signal) => {
      const path = ofTransaction(txId, 'status');
      const answer = await http.request({ method: 'GET', path, headers }, signal);
      if (answer.status === 404) return undefined;
      if (answer.status !== 200) throw httpFault(http.label, answer);
      return readBlockHash(readJson(answer.text));
    },
    spending: async (txId, vout, signal) =>
      readSpending(readJson(await get(ofTransaction(txId, `outspend/${String(vout)}`), signal))),
    feeRates: async (signal) => readFeeRates(readJson(await get('/fee-estimates', signal))),
    send: async (bytes, signal) => {
      const body = Buffer.from(bytes).toString('hex');
      const { status, text } = await http.request(
        {
          method: 'POST',
          path: '/tx',
          headers: { ...headers, 'content-type': 'text/plain' },
          body,
        },
        signal,
      );
      if (status === 200) return { status: 'accepted' };
      if (status !== 400) throw httpFault(http.label, { status });
      return classifySendFailure(text.slice(0, reasonCharactersMax));
    },
    close: () => http.close(),
  };
}
