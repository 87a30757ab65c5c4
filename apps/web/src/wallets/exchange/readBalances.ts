import { systemClock } from '@portage/core';
import type { ChainInfo } from '@portage/sdk';
import { currenciesOf } from '../../currencies/place.js';
import { assetOf } from '@portage/exchange/codec';
import { exchangeApi } from './exchangeChain.js';

const waitMs = 15_000;

/** Balances of an account of the exchange, by currency. */
export async function readBalances(
  chain: ChainInfo,
  account: string,
): Promise<ReadonlyMap<string, bigint>> {
  const found = await exchangeApi(chain).account(Number(account), systemClock.timeout(waitMs));
  const balances = found?.balances ?? [];
  return new Map(
    currenciesOf(chain).map(({ address }) => {
      const { assetIndex, routeType } = assetOf(address);
      const held = balances.find(
        (each) => each.assetIndex === assetIndex && each.routeType === routeType,
      );
      return [address, held?.amount ?? 0n];
    }),
  );
}
