import { accountIndexMax, isWhole } from '../bounds.js';
import { membersOf, readBigint, readCount } from '../json/members.js';
import { oddAnswer, readAccount, readApiKey } from './answers.js';
import { listOf, type Calls } from './calls.js';
import type { ExchangeApi } from './exchangeApi.js';

/** Calls about accounts, their keys and their fees. */
export function createAccountCalls({
  get,
  find,
}: Calls): Omit<ExchangeApi, 'send' | 'transaction' | 'history'> {
  return {
    account: async (index, signal) => {
      const members = await find('account', { by: 'index', value: index }, signal);
      const [account] = members === undefined ? [] : listOf(members, 'account', 'accounts');
      if (account === undefined) return undefined;
      const read = readAccount(account);
      if (read.index !== index) throw oddAnswer('account', 'another account');
      return read;
    },
    accountsOf: async (owner, signal) => {
      const members = await find('accountsByL1Address', { l1_address: owner }, signal);
      if (members === undefined) return [];
      return listOf(members, 'accountsByL1Address', 'sub_accounts').map((entry) => {
        const { index } = membersOf(entry);
        if (!isWhole(index, 0, accountIndexMax)) throw oddAnswer('accountsByL1Address', 'no index');
        return index;
      });
    },
    apiKey: async ({ accountIndex, apiKeyIndex }, signal) => {
      const query = { account_index: accountIndex, api_key_index: apiKeyIndex };
      const members = await find('apikeys', query, signal);
      return (members === undefined ? [] : listOf(members, 'apikeys', 'api_keys'))
        .map(readApiKey)
        .find((key) => key.accountIndex === accountIndex && key.apiKeyIndex === apiKeyIndex);
    },
    nextNonce: async ({ accountIndex, apiKeyIndex }, signal) => {
      const query = { account_index: accountIndex, api_key_index: apiKeyIndex };
      const nonce = readCount((await get('nextNonce', query, signal))['nonce']);
      if (nonce === undefined) throw oddAnswer('nextNonce', 'no nonce');
      return nonce;
    },
    transferFee: async ({ fromAccountIndex, toAccountIndex }, signal) => {
      const query = { account_index: fromAccountIndex, to_account_index: toAccountIndex };
      const fee = readBigint((await get('transferFeeInfo', query, signal))['transfer_fee_usdc']);
      if (fee === undefined || fee < 0n) throw oddAnswer('transferFeeInfo', 'no fee');
      return fee;
    },
  };
}
