import { isPortageError } from '@portage/core';
import { readResult, type RpcReply, type RpcRequest } from '@portage/chain-kit';
import { addressWord, poolSelectors } from '@portage/evm/abi';
import { balanceCall, balanceRequest, blockTag } from './balanceRequest.js';
import { asReply, multicallEachRequest, readMulticallEach } from './swap/multicall.js';

/** Readings for which balances are asked for one by one after all of them together failed. */
const readingsApart = 60;

/** Questions for all balances of an account, and what their answers say of each. */
export interface BalanceReading {
  /** As of a height; without one as of the newest block. */
  requests(account: string, height?: number): readonly RpcRequest[];
  /** The reply about each currency; undefined where all of them are to be asked for again. */
  read(replies: readonly RpcReply[]): readonly (RpcReply | undefined)[] | undefined;
}

/**
 * Reads the native balance and those of tokens, in one call where there is a Multicall3. A token
 * that burns the gas of all others has them read apart for a while.
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
    requests: (account, height) => {
      isTogether = multicall3 !== undefined && tokens.length > 0 && apart === 0;
      apart = Math.max(0, apart - 1);
      if (multicall3 === undefined || !isTogether)
        return [native, ...tokens].map((currency) => balanceRequest(account, currency, height));
      const calls = [
        { to: multicall3, data: `${poolSelectors.getEthBalance}${addressWord(account)}` },
        ...tokens.map((to) => ({ to, data: balanceCall(account) })),
      ];
      return [multicallEachRequest(multicall3, calls, blockTag(height))];
    },
    read: (replies) => {
      if (!isTogether) return replies;
      try {
        return readMulticallEach(readResult(replies[0], 'multicall'), 1 + tokens.length).map(
          asReply,
        );
      } catch (error) {
        if (!isPortageError(error)) throw error;
        apart = readingsApart;
        return undefined;
      }
    },
  };
}
