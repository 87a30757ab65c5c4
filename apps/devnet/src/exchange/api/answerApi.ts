import { changePubKeyType, transferType } from '@portage/exchange/transaction';
import { z } from 'zod';
import { admitChangePubKey } from '../admission/admitChangePubKey.js';
import { admitTransfer } from '../admission/admitTransfer.js';
import type { Exchange } from '../exchange.js';
import type { LedgerTransaction } from '../ledger/createTransactions.js';
import { circuitId } from '../parameters.js';
import { Refusal, refusalCodes } from '../refusal.js';
import {
  getAccount,
  getAccountsOf,
  getApiKeys,
  getNextNonce,
  getTransferFee,
} from './accountRoutes.js';
import {
  getAccountTransactions,
  getFromOrigin,
  getTransaction,
  getTransfers,
} from './transactionRoutes.js';
import { writeJson } from './writeJson.js';

/** Answer of the API; undefined is none at all. */
export interface ApiReply {
  readonly status: number;
  readonly body: string;
}

type Get = (exchange: Exchange, query: URLSearchParams) => object;

const gets: ReadonlyMap<string, Get> = new Map<string, Get>([
  ['account', getAccount],
  ['accountsByL1Address', getAccountsOf],
  ['apikeys', getApiKeys],
  ['nextNonce', getNextNonce],
  ['transferFeeInfo', getTransferFee],
  ['tx', getTransaction],
  ['txFromL1TxHash', getFromOrigin],
  ['accountTxs', getAccountTransactions],
  ['transfer/history', getTransfers],
  ['currentHeight', ({ transactions }) => ({ height: transactions.height() })],
  ['info', () => ({ contract_address: '', chain_id: circuitId })],
]);

type Admit = (exchange: Exchange, info: string) => Promise<LedgerTransaction>;

const admissions: ReadonlyMap<string, Admit> = new Map([
  [String(changePubKeyType), admitChangePubKey],
  [String(transferType), admitTransfer],
]);

const codeOk = 200;

/** Answers a GET below `/api/v1/`. */
export function answerGet(exchange: Exchange, name: string, query: URLSearchParams): ApiReply {
  const get = gets.get(name);
  if (get === undefined)
    return { status: 404, body: writeJson({ code: 404, message: 'no route' }) };
  try {
    return { status: 200, body: writeJson({ code: codeOk, ...get(exchange, query) }) };
  } catch (error) {
    return refused(error);
  }
}

/** Answers `POST sendTx`; undefined where the answer gets lost. */
export function answerSend(exchange: Exchange, body: string): Promise<ApiReply | undefined> {
  const form = new URLSearchParams(body);
  return answerTaken(exchange, async () => {
    const hash = await admit(exchange, form.get('tx_type') ?? '', form.get('tx_info') ?? '');
    return { tx_hash: hash };
  });
}

/** Transactions of one batch at most, as at the exchange. */
const batchMax = 50;

/**
 * Answers `POST sendTxBatch`, whose members are lists in JSON. Each transaction is taken by itself,
 * up to the first that is refused; undefined where the answer gets lost.
 */
export function answerSendBatch(exchange: Exchange, body: string): Promise<ApiReply | undefined> {
  const form = new URLSearchParams(body);
  return answerTaken(exchange, async () => {
    const types = readList(form.get('tx_types'), z.number());
    const infos = readList(form.get('tx_infos'), z.string());
    if (types.length !== infos.length || types.length > batchMax)
      throw new Refusal('invalidTransaction', 'invalid batch');
    const hashes: string[] = [];
    for (const [place, info] of infos.entries())
      hashes.push(await admit(exchange, String(types[place]), info));
    return { tx_hash: hashes };
  });
}

function readList<Item>(text: string | null, item: z.ZodType<Item>): readonly Item[] {
  const list = z
    .string()
    .transform((json, context): unknown => {
      try {
        return JSON.parse(json);
      } catch {
        context.addIssue('is not JSON');
        return z.NEVER;
      }
    })
    .pipe(z.array(item))
    .safeParse(text);
  if (!list.success) throw new Refusal('invalidTransaction', 'a batch of no lists');
  return list.data;
}

async function admit(exchange: Exchange, type: string, info: string): Promise<string> {
  const admission = admissions.get(type);
  if (admission === undefined) throw new Refusal('invalidTransaction', 'unknown tx_type');
  const { hash } = await admission(exchange, info);
  return hash;
}

async function answerTaken(
  exchange: Exchange,
  take: () => Promise<object>,
): Promise<ApiReply | undefined> {
  if (exchange.faults.take('dropped')) return undefined;
  try {
    const members = await take();
    if (exchange.faults.take('unanswered')) return undefined;
    return { status: 200, body: writeJson({ code: codeOk, message: '', ...members }) };
  } catch (error) {
    return refused(error);
  }
}

function refused(error: unknown): ApiReply {
  if (!(error instanceof Refusal)) throw error;
  const { reason, message } = error;
  return { status: 400, body: writeJson({ code: refusalCodes[reason], message }) };
}
