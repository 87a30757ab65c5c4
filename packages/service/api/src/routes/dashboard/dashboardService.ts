import { Money } from '@portage/core';
import { findAsset, type Chain } from '@portage/core/chain';
import type { DashboardService } from '@portage/core/schemas';
import { findPrice } from '../../money/readPrice.js';
import type { Route, RouteContext } from '../context.js';
import { readHealth } from '../health.js';
import { createShared } from './createShared.js';
import { checkOperator, readViewer } from './scope.js';

type PriceState = ReturnType<NonNullable<RouteContext['prices']['states']>>[number];
type ChainReport = DashboardService['chains'][number];
type Held = Awaited<ReturnType<RouteContext['store']['reports']['inventory']>>[number];
type Difference = Awaited<
  ReturnType<RouteContext['store']['reconciliations']['differences']>
>[number];

/** `GET /dashboard/api/service`: what each chain holds, halts and prices, for operators. */
export const dashboardService: Route<'dashboardService'> = (context) => {
  const shared = createShared(() => readService(context), context);
  return (call, reply) => {
    checkOperator(readViewer(call.request, reply));
    return shared('all');
  };
};

async function readService(context: RouteContext): Promise<DashboardService> {
  const { store, now } = context;
  const [health, inventory, differences, clearances] = await Promise.all([
    readHealth(context),
    store.reports.inventory(),
    store.reconciliations.differences(),
    store.reports.clearances(),
  ]);
  return {
    chains: context.chains.all.map((chain): ChainReport => {
      const state = health.chains.find(({ id }) => id === chain.id);
      return {
        id: chain.id,
        name: chain.info.displayName,
        status: state?.status ?? 'down',
        ...(state?.reason === undefined ? {} : { reason: state.reason }),
        warnings: [...(state?.warnings ?? [])],
        height: state?.height ?? 0,
        inventory: inventory
          .filter(({ chainId }) => chainId === chain.id)
          .map((held) => tellHeld(held, chain, context)),
        solvency: differences
          .filter(({ chainId }) => chainId === chain.id)
          .map((difference) => tellDifference(difference, chain)),
      };
    }),
    prices: statesOf(context).map(({ assetId: asset, feed, price, refusal }) => ({
      asset,
      feed,
      ...(price === undefined
        ? {}
        : {
            usd: Money.format(price.value.usdE12, 12),
            ageSeconds: Math.max(0, now() - price.observedAt) / 1000,
          }),
      ...(refusal === undefined ? {} : { refusal }),
    })),
    clearances: clearances.map(({ clearedAt, ...rest }) => ({
      ...rest,
      clearedAt: new Date(clearedAt).toISOString(),
    })),
  };
}

/** States of all prices; a source that judges nothing has fixed ones. */
function statesOf({ prices, chains }: RouteContext): readonly PriceState[] {
  const known = prices.states?.();
  if (known !== undefined) return known;
  const ids = new Set(chains.all.flatMap(({ assets }) => assets.map(({ id }) => id)));
  return [...ids].map((assetId) => {
    const price = prices.price(assetId);
    return { assetId, feed: 'fixed', price, refusal: price === undefined ? 'no price' : undefined };
  });
}

/** Symbol and decimals of a currency; one that is no longer listed shows as it is. */
function unitOf(chain: Chain, currency: string): { readonly symbol: string; decimals: number } {
  const asset = findAsset(chain, currency);
  return { symbol: asset?.symbol ?? currency, decimals: asset?.decimals ?? 0 };
}

function tellHeld(
  { sender, currency, balance, reserved }: Held,
  chain: Chain,
  context: RouteContext,
): ChainReport['inventory'][number] {
  const { symbol, decimals } = unitOf(chain, currency);
  const asset = findAsset(chain, currency);
  const price = asset === undefined ? undefined : findPrice(asset.id, context);
  const usd =
    price === undefined ? undefined : Money.formatUsd(Money.usdDown(balance, decimals, price));
  return {
    sender,
    symbol,
    amountFormatted: Money.format(balance, decimals),
    reservedFormatted: Money.format(reserved, decimals),
    ...(usd === undefined ? {} : { amountUsd: usd }),
  };
}

function tellDifference(
  { account, currency, balance, books, height, ageSeconds }: Difference,
  chain: Chain,
): ChainReport['solvency'][number] {
  const { symbol, decimals } = unitOf(chain, currency);
  return {
    account,
    symbol,
    height,
    ageSeconds,
    balanceFormatted: Money.format(balance, decimals),
    booksFormatted: Money.format(books, decimals),
    differenceFormatted: Money.format(balance - books, decimals),
  };
}
