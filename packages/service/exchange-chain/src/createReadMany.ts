import { isPortageError } from '@portage/core';
import type { Balances } from '@portage/core/chain';
import type { Rpc } from '@portage/chain-kit';
import type { ExchangeAccount } from '@portage/exchange/api';
import { balanceOf } from './createAccountMemory.js';
import { answers, calls } from './endpoint/requests.js';

type ReadMany = NonNullable<Balances['readMany']>;

/** Accounts that a host is asked about at the same time. */
const pageSize = 10;

/**
 * Makes the reading of many balances as one host tells them: one call for each account, whatever
 * currencies are asked for. Undefined for each that it does not tell; an account that the exchange
 * does not know holds nothing.
 */
export function createReadMany(rpc: Pick<Rpc, 'ask'>): ReadMany {
  return async (places, signal) => {
    const indexes = [...new Set(places.map(({ account }) => account))];
    const known = new Map<string, ExchangeAccount | 'none'>();
    for (let at = 0; at < indexes.length; at += pageSize) {
      const page = indexes.slice(at, at + pageSize);
      const replies = await rpc.ask(
        page.map((index) => calls.account(Number(index))),
        signal,
      );
      page.forEach((index, place) => {
        const account = readReply(replies[place], Number(index));
        if (account !== undefined) known.set(index, account);
      });
    }
    return places.map(({ account, currency }) => {
      const found = known.get(account);
      return found === 'none' ? 0n : found && balanceOf(found, currency);
    });
  };
}

/** The account of a reply; undefined where the host does not tell it. */
function readReply(
  reply: Parameters<typeof answers.account>[0],
  index: number,
): ExchangeAccount | 'none' | undefined {
  try {
    return answers.account(reply, index) ?? 'none';
  } catch (error) {
    if (isPortageError(error)) return undefined;
    throw error;
  }
}
