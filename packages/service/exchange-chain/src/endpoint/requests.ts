import { malformedReply, readResult, type RpcReply, type RpcRequest } from '@portage/chain-kit';
import {
  isList,
  membersOf,
  readAccount,
  readApiKey,
  readBigint,
  readCount,
  type ExchangeAccount,
  type ExchangeApiKey,
  type Json,
} from '@portage/exchange/api';

/** Code of the replies that say that there is no such thing. */
export const missingCode = 404;

const sendCall = 'sendTx';

/** Whether a call sends a form. */
export function isForm(name: string): boolean {
  return name === sendCall;
}

/** Account to which hosts may keep the answer of a call; undefined of a public one. */
export function ownerOf(
  name: string,
  members: Readonly<Record<string, string | number>>,
): number | undefined {
  if (name === 'accountTxs') return Number(members['value']);
  return name === 'transferFeeInfo' ? Number(members['account_index']) : undefined;
}

function request(method: string, members: Readonly<Record<string, string | number>>): RpcRequest {
  return { method, params: [members] };
}

/** Calls to an exchange. */
export const calls = {
  height: (): RpcRequest => request('currentHeight', {}),
  account: (index: number): RpcRequest => request('account', { by: 'index', value: index }),
  nextNonce: (account: number, apiKey: number): RpcRequest =>
    request('nextNonce', { account_index: account, api_key_index: apiKey }),
  apiKey: (account: number, apiKey: number): RpcRequest =>
    request('apikeys', { account_index: account, api_key_index: apiKey }),
  fee: (from: number, to: number): RpcRequest =>
    request('transferFeeInfo', { account_index: from, to_account_index: to }),
  transaction: (hash: string): RpcRequest => request('tx', { by: 'hash', value: hash }),
  history: (account: number, limit: number, offset: number): RpcRequest =>
    request('accountTxs', { by: 'account_index', value: account, limit, index: offset }),
  send: (type: number, info: string): RpcRequest =>
    request(sendCall, { tx_type: type, tx_info: info }),
} as const;

/** Members of an answer, as `callApi` parsed them. */
function answerOf(reply: RpcReply | undefined, call: string): Readonly<Record<string, Json>> {
  // The endpoint hands on what it has parsed as JSON.
  return membersOf(readResult(reply, call) as Json);
}

function isMissingReply(reply: RpcReply | undefined): boolean {
  return reply?.ok === false && reply.error.code === missingCode;
}

/** Readers of the answers. Each throws `RPC_HTTP_ERROR` for one that makes no sense. */
export const answers = {
  height: (reply: RpcReply | undefined): number =>
    needed(readCount(answerOf(reply, 'currentHeight')['height']), 'height'),
  /** Undefined where there is no such account. */
  account: (reply: RpcReply | undefined, index: number): ExchangeAccount | undefined => {
    if (isMissingReply(reply)) return undefined;
    const [first] = listOf(answerOf(reply, 'account')['accounts'], 'accounts');
    if (first === undefined) return undefined;
    const account = readAccount(first);
    if (account.index !== index) throw malformedReply('account: it is another one');
    return account;
  },
  nonce: (reply: RpcReply | undefined): number =>
    needed(readCount(answerOf(reply, 'nextNonce')['nonce']), 'nonce'),
  fee: (reply: RpcReply | undefined): bigint => {
    const fee = needed(readBigint(answerOf(reply, 'transferFeeInfo')['transfer_fee_usdc']), 'fee');
    if (fee < 0n) throw malformedReply('fee');
    return fee;
  },
  /** Members of a transaction; undefined where the exchange knows none of the hash. */
  transaction: (reply: RpcReply | undefined, hash: string): Json | undefined => {
    if (isMissingReply(reply)) return undefined;
    const members = answerOf(reply, 'tx');
    const found = members['hash'];
    if (typeof found !== 'string' || found.toLowerCase() !== hash)
      throw malformedReply('transaction: it is another one');
    return members;
  },
  /** API keys of an account; none where it has none. */
  apiKeys: (reply: RpcReply | undefined): readonly ExchangeApiKey[] =>
    isMissingReply(reply)
      ? []
      : listOf(answerOf(reply, 'apikeys')['api_keys'], 'API keys').map(readApiKey),
  /** Rows of a history, as they came. */
  history: (reply: RpcReply | undefined): readonly Json[] =>
    listOf(answerOf(reply, 'accountTxs')['txs'], 'transactions'),
} as const;

function listOf(value: Json | undefined, what: string): readonly Json[] {
  if (!isList(value)) throw malformedReply(`list of ${what}`);
  return value;
}

function needed<Value>(value: Value | undefined, what: string): Value {
  if (value === undefined) throw malformedReply(what);
  return value;
}
