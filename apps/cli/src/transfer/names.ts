import { systemClock } from '@portage/core';
import { isPortageError, Money, type ChainInfo } from '@portage/sdk';
import type { Session } from '../session.js';
import { currenciesOf } from './currencies.js';

/** A currency on a chain, as the books name it. */
export interface BookedCurrency {
  readonly chainId: number;
  readonly currency: string;
}

/** Words for what the books name by numbers and addresses. */
export interface Names {
  /** Slug of a chain; its id where the service does not list it. */
  chain(chainId: number): string;
  /** Symbol of a currency; its address where the service does not list it. */
  currency(booked: BookedCurrency): string;
  /** Whole units; smallest units where the currency is not listed. */
  amount(booked: BookedCurrency, amount: bigint): string;
  /** {@link Names.amount} with the symbol, or with the address. */
  money(booked: BookedCurrency, amount: bigint): string;
  /** Whole units of the native currency with its symbol. */
  native(chainId: number, amount: bigint): string;
}

/** The service may be away while the books are read, so it is asked for a moment only. */
const askMsMax = 3_000;

/**
 * Names of the service's chains and currencies. Without a service, and for machines, things are
 * named as in the books.
 */
export async function openNames({
  portage,
  output,
  io,
}: Pick<Session, 'portage' | 'output' | 'io'>): Promise<Names> {
  if (output.json) return namesOf([]);
  const signal = AbortSignal.any([io.signal, systemClock.timeout(askMsMax)]);
  try {
    return namesOf(await portage.getChains({ signal }));
  } catch (error) {
    if (isPortageError(error) && !io.signal.aborted) return namesOf([]);
    throw error;
  }
}

/** Names of chains that are known. */
export function namesOf(chains: readonly ChainInfo[]): Names {
  const find = (chainId: number): ChainInfo | undefined => chains.find(({ id }) => id === chainId);
  const known = ({ chainId, currency }: BookedCurrency) => {
    const chain = find(chainId);
    return chain && currenciesOf(chain).find(({ address }) => isSame(address, currency));
  };
  const names: Omit<Names, 'money'> = {
    chain: (chainId) => find(chainId)?.protocol.v2.chainId ?? String(chainId),
    currency: (booked) => known(booked)?.symbol ?? booked.currency,
    amount: (booked, amount) => {
      const currency = known(booked);
      return currency === undefined ? String(amount) : Money.format(amount, currency.decimals);
    },
    native: (chainId, amount) => {
      const currency = find(chainId)?.currency;
      return currency === undefined
        ? `${String(amount)} of native currency`
        : `${Money.format(amount, currency.decimals)} ${currency.symbol}`;
    },
  };
  const money = (booked: BookedCurrency, amount: bigint): string =>
    known(booked) === undefined
      ? `${String(amount)} of ${booked.currency}`
      : `${names.amount(booked, amount)} ${names.currency(booked)}`;
  return { ...names, money };
}

/** Hex is the same in both cases; other texts are the same as they stand. */
const isSame = (a: string, b: string): boolean =>
  a === b || (a.startsWith('0x') && a.toLowerCase() === b.toLowerCase());
