import { isPortageError } from '@portage/core';
import { readResult, type RpcReply, type RpcRequest } from '@portage/chain-kit';
import { balanceCall, balanceRequest } from './balanceRequest.js';
import { multicallEachRequest, readMulticallEach } from './swap/multicall.js';

/** Readings for which balances are asked for one by one after all of them together failed. */
const readingsApart = 60;

/** Questions for all balances of an account, and what their answers say of each. */
export interface BalanceReading {
  requests(account: string): readonly RpcRequest[];
  /** The reply about each currency; undefined where all of them are to be asked for again. */
  read(replies: readonly RpcReply[]): readonly (RpcReply | undefined)[] | undefined;
}

/**
 * Reads the native balance, and those of tokens in one call where there is a Multicall3. A token
 * that burns the gas of all others is then read apart from them for a while.
 *
 * @param currencies - the native one first
 */
export function createBalanceReading(
  [native = '', ...tokens]: readonly string[],
  multicall3: string | undefined,
): BalanceReading {
  let apart = 0;
  let isTogether = false;
  return {
    requests: (account) => {
      isTogether = multicall3 !== undefined && tokens.length > 1 && apart === 0;
      apart = Math.max(0, apart - 1);
      const first = balanceRequest(account, native);
      if (multicall3 === undefined || !isTogether)
        return [first, ...tokens.map((token) => balanceRequest(account, token))];
      const calls = tokens.map((to) => ({ to, data: balanceCall(account) }));
      return [first, multicallEachRequest(multicall3, calls)];
    },
    read: (replies) => {
      if (!isTogether) return replies;
      try {
        const results = readMulticallEach(readResult(replies[1], 'multicall'), tokens.length);
        return [replies[0], ...results.map(asReply)];
      } catch (error) {
        if (!isPortageError(error)) throw error;
        apart = readingsApart;
        return undefined;
      }
    },
  };
}

function asReply(result: string | undefined): RpcReply {
  return result === undefined
    ? { ok: false, error: { code: 3, message: 'execution reverted' } }
    : { ok: true, result };
}
