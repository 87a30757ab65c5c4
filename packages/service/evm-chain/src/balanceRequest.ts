import { zeroAddress } from '@portage/core';
import type { RpcRequest } from '@portage/chain-kit';
import { addressWord, selectors } from '@portage/evm/abi';
import { toQuantity } from './rpc/parse.js';

/** Data of the call that asks a token for a balance. */
export function balanceCall(account: string): string {
  return `${selectors.balanceOf}${addressWord(account)}`;
}

/** Data of the call that asks a token what an account may take of another one. */
export function allowanceCall(owner: string, spender: string): string {
  return `${selectors.allowance}${addressWord(owner)}${addressWord(spender)}`;
}

/** Block of a question; without a height the newest one. */
export function blockTag(height: number | undefined): string {
  return height === undefined ? 'latest' : toQuantity(height);
}

/** Question for a balance; without a height as of the newest block. */
export function balanceRequest(account: string, currency: string, height?: number): RpcRequest {
  const block = blockTag(height);
  if (currency === zeroAddress) return { method: 'eth_getBalance', params: [account, block] };
  return { method: 'eth_call', params: [{ to: currency, data: balanceCall(account) }, block] };
}
