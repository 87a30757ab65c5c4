import { Money } from '@portage/core';
import { feeOf } from '../admission/admitTransfer.js';
import { checkAuth } from '../admission/checkAuth.js';
import type { Exchange } from '../exchange.js';
import type { LedgerAccount } from '../ledger/createAccounts.js';
import { assets, usdc } from '../parameters.js';
import { Refusal } from '../refusal.js';
import { textOf, wholeOf } from './parameters.js';

/** Number that stands for "all keys". */
const allKeys = 255;

function describeAccount({ accounts }: Exchange, { index, owner }: LedgerAccount): object {
  const amount = (assetIndex: number, routeType: number, decimals: number): string =>
    Money.format(accounts.balance(index, { assetIndex, routeType }), decimals);
  const collateral = amount(usdc.assetIndex, 0, usdc.decimals);
  return {
    index,
    account_index: index,
    l1_address: owner,
    status: 1,
    collateral,
    available_balance: collateral,
    assets: assets.map(({ assetIndex, symbol, decimals }) => ({
      asset_id: assetIndex,
      symbol,
      balance: amount(assetIndex, 1, decimals),
      locked_balance: '0',
    })),
  };
}

/** `GET account`: by the index, or by the owner. */
export function getAccount(exchange: Exchange, query: URLSearchParams): object {
  const by = textOf(query, 'by');
  if (by !== 'index' && by !== 'l1_address') throw new Refusal('invalidParameter', 'invalid by');
  const found =
    by === 'index'
      ? [exchange.accounts.get(wholeOf(query, 'value'))]
      : exchange.accounts.ownedBy(textOf(query, 'value'));
  if (found.length === 0) throw new Refusal('accountNotFound', 'account not found');
  return {
    total: found.length,
    accounts: found.map((account) => describeAccount(exchange, account)),
  };
}

/** `GET accountsByL1Address`. */
export function getAccountsOf(exchange: Exchange, query: URLSearchParams): object {
  const owner = textOf(query, 'l1_address');
  const found = exchange.accounts.ownedBy(owner);
  if (found.length === 0) throw new Refusal('accountNotFound', 'account not found');
  return {
    l1_address: owner,
    sub_accounts: found.map((account) => describeAccount(exchange, account)),
  };
}

/** `GET apikeys`: one key, or all. */
export function getApiKeys({ accounts }: Exchange, query: URLSearchParams): object {
  const index = wholeOf(query, 'account_index');
  const wanted = wholeOf(query, 'api_key_index', allKeys);
  const keys = [...accounts.get(index).keys].filter(
    ([keyIndex]) => wanted === allKeys || keyIndex === wanted,
  );
  if (keys.length === 0) throw new Refusal('invalidKey', 'api key not found');
  return {
    api_keys: keys.map(([keyIndex, { publicKey, nonce }]) => ({
      account_index: index,
      api_key_index: keyIndex,
      nonce,
      public_key: publicKey.slice(2),
    })),
  };
}

/** `GET nextNonce`: 0 of a key that is not registered. */
export function getNextNonce({ accounts, faults }: Exchange, query: URLSearchParams): object {
  const { keys } = accounts.get(wholeOf(query, 'account_index'));
  const nonce = keys.get(wholeOf(query, 'api_key_index'))?.nonce ?? 0;
  return { nonce: faults.current().lies.includes('nonce') ? nonce + 1 : nonce };
}

/** `GET transferFeeInfo`. */
export function getTransferFee(exchange: Exchange, query: URLSearchParams): object {
  const from = wholeOf(query, 'account_index');
  checkAuth(exchange, query, from);
  const fee = feeOf(exchange, from, wholeOf(query, 'to_account_index', from));
  const isLie = exchange.faults.current().lies.includes('fee');
  return { transfer_fee_usdc: isLie ? fee + 1n : fee };
}
