import { exchangeCodec } from '../codec.js';
import { oddAnswer, readTransaction } from './answers.js';
import { listOf, type Calls } from './calls.js';
import type { ExchangeApi } from './exchangeApi.js';
import type { StatusPolicy } from './statuses.js';

/** Calls that send and read transactions. */
export function createTransactionCalls(
  { ask, get, find }: Calls,
  statuses: StatusPolicy | undefined,
): Pick<ExchangeApi, 'send' | 'transaction' | 'history'> {
  return {
    send: async ({ type, info }, signal) => {
      const form = { tx_type: type, tx_info: info };
      try {
        const answer = await ask({ name: 'sendTx', form }, signal);
        if (answer.type === 'refused')
          return { type: 'refused', code: answer.code, message: answer.message };
        const { tx_hash: hash } = answer.members;
        if (typeof hash !== 'string') throw oddAnswer('sendTx', 'no hash');
        return { type: 'accepted', hash: exchangeCodec.normalizeTransactionId(hash) };
      } catch (cause) {
        return { type: 'unanswered', cause };
      }
    },
    transaction: async (hash, signal) => {
      const members = await find('tx', { by: 'hash', value: hash }, signal);
      if (members === undefined) return undefined;
      const read = readTransaction(members, statuses);
      if (read.hash !== exchangeCodec.normalizeTransactionId(hash))
        throw oddAnswer('tx', 'another transaction');
      return read;
    },
    history: async ({ accountIndex, limit, offset }, signal) => {
      const query = { by: 'account_index', value: accountIndex, limit, index: offset };
      const members = await get('accountTxs', query, signal);
      const transactions = listOf(members, 'accountTxs', 'txs').map((row) =>
        readTransaction(row, statuses),
      );
      if (transactions.length > limit) throw oddAnswer('accountTxs', 'too many transactions');
      return transactions;
    },
  };
}
