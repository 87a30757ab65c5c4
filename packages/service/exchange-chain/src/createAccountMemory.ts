import { PortageError, type Observed } from '@portage/core';
import type { Balances } from '@portage/core/chain';
import { readAgreed, type Quorum } from '@portage/chain-kit';
import { assetOf } from '@portage/exchange/codec';
import type { ExchangeAccount } from '@portage/exchange/api';
import { answers, calls } from './endpoint/requests.js';

/** Options of {@link createAccountMemory}. */
export interface AccountMemoryOptions {
  readonly quorum: Quorum;
  /** Account whose balances are kept in memory. */
  readonly accountIndex: number;
  readonly currencies: readonly string[];
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}

/** Balances of an account in memory, and readings of any. */
export interface AccountMemory extends Balances {
  /** Reads the account again. @throws PortageError `RPC_HTTP_ERROR` */
  refresh(signal: AbortSignal): Promise<void>;
}

/** Keeps what an account holds, as a quorum of hosts tells it. */
export function createAccountMemory({
  quorum,
  accountIndex,
  currencies,
  clock,
}: AccountMemoryOptions): AccountMemory {
  let held: Observed<ReadonlyMap<string, bigint>> | undefined;
  const read: Balances['read'] = (account, currency, signal) =>
    readBalance(quorum, { index: Number(account), currency }, signal);
  return {
    read,
    spendable: (currency) => {
      const value = held?.value.get(currency);
      return held === undefined || value === undefined
        ? undefined
        : { value, observedAt: held.observedAt };
    },
    refresh: async (signal) => {
      const amounts = await Promise.all(
        currencies.map(async (currency) => {
          const amount = await read(String(accountIndex), currency, signal);
          return [currency, amount] as const;
        }),
      );
      held = { value: new Map(amounts), observedAt: clock() };
    },
  };
}

function readBalance(
  quorum: Quorum,
  { index, currency }: { readonly index: number; readonly currency: string },
  signal: AbortSignal | undefined,
): Promise<bigint> {
  return readAgreed(
    quorum,
    {
      subject: 'balance',
      read: async ({ ask }, stop) => {
        const [reply] = await ask([calls.account(index)], stop);
        const account = answers.account(reply, index);
        if (account === undefined)
          throw new PortageError('RPC_HTTP_ERROR', {
            message: `The exchange has no account ${String(index)}.`,
          });
        return balanceOf(account, currency);
      },
    },
    signal,
  );
}

/** Balance of an account in a currency; 0 in one that it does not list. */
export function balanceOf({ balances }: ExchangeAccount, currency: string): bigint {
  const { assetIndex, routeType } = assetOf(currency);
  const found = balances.find(
    (balance) => balance.assetIndex === assetIndex && balance.routeType === routeType,
  );
  return found?.amount ?? 0n;
}
