import { describeError, zeroAddress, type Observed } from '@portage/core';
import type { Balances, ChainAsset } from '@portage/core/chain';
import {
  malformedReply,
  readResult,
  type RefreshPart,
  type Rpc,
  type RpcReply,
  type RpcRequest,
} from '@portage/chain-kit';
import { addressWord, selectors } from '@portage/evm/abi';
import { readQuantity } from './rpc/parse.js';

const wordPattern = /^0x[0-9a-fA-F]{64}$/;

/** Balances on demand, and the solver's own in memory. */
export interface BalanceMemory extends Required<Balances>, RefreshPart {}

/** Endpoints, currencies and account of the balances. */
export interface BalancesOptions {
  readonly rpc: Rpc;
  readonly assets: readonly ChainAsset[];
  /** Account whose balances are kept in memory. */
  readonly solver: string | undefined;
  readonly clock: () => number;
}

/** Without a solver nothing is kept, and `spendable` stays undefined. */
export function createBalances({ rpc, assets, solver, clock }: BalancesOptions): BalanceMemory {
  const spendable = new Map<string, Observed<bigint>>();
  const faults = new Map<string, string>();
  const keep = (reply: RpcReply | undefined, currency: string): void => {
    try {
      const value = readBalance(readResult(reply, 'balance'), currency);
      spendable.set(currency, { value, observedAt: clock() });
      faults.delete(currency);
    } catch (error) {
      // A token that does not tell its balance concerns nobody else; its last one grows old.
      faults.set(currency, describeError(error));
    }
  };
  return {
    read: async (account, currency, signal) => {
      const [result] = await rpc.read([balanceRequest(account, currency)], signal);
      return readBalance(result, currency);
    },
    spendable: (currency) => spendable.get(currency),
    requests: () =>
      solver === undefined ? [] : assets.map((asset) => balanceRequest(solver, asset.address)),
    unreadable: (currency) => faults.get(currency),
    apply: (replies) => {
      if (replies.length === 0) return;
      assets.forEach(({ address }, index) => keep(replies[index], address));
    },
  };
}

function balanceRequest(account: string, currency: string): RpcRequest {
  if (currency === zeroAddress) return { method: 'eth_getBalance', params: [account, 'latest'] };
  return {
    method: 'eth_call',
    params: [{ to: currency, data: `${selectors.balanceOf}${addressWord(account)}` }, 'latest'],
  };
}

function readBalance(result: unknown, currency: string): bigint {
  if (currency === zeroAddress) return readQuantity(result, 'balance');
  if (typeof result !== 'string' || !wordPattern.test(result)) throw malformedReply('balance');
  return BigInt(result);
}
