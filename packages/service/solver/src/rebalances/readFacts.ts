import type { PricedAsset } from '@portage/core';
import { findAsset, type Chain, type ChainAsset } from '@portage/core/chain';
import type { LaneEnd } from '@portage/core/plugin';
import type { Queryable } from '@portage/database';
import { fresh, type ChainContext } from '../context.js';
import type { RebalanceFacts } from './planRebalance.js';

/** A currency with its chain. */
export interface ChainCurrency {
  readonly chain: Chain;
  readonly asset: ChainAsset;
}

/** A currency of any chain; undefined where it is not listed. */
export function findCurrency(
  { chains }: Pick<ChainContext, 'chains'>,
  { chainId, currency }: LaneEnd,
): ChainCurrency | undefined {
  const chain = chains.all.find(({ id }) => id === chainId);
  const asset = chain === undefined ? undefined : findAsset(chain, currency);
  return chain === undefined || asset === undefined ? undefined : { chain, asset };
}

/**
 * Reads what rebalances from the chain are decided by. The order of the readings keeps what moves
 * meanwhile from being sent for twice: a delivery is in flight or held, or both; an order whose
 * fill takes what is held asks for it no more.
 */
export async function readFacts(
  context: ChainContext,
  database: Queryable,
): Promise<RebalanceFacts> {
  const { chain, chains, settlement, policy, paths } = context;
  const rebalances = await settlement.rebalances.recent(database);
  const held = await settlement.inventory.all(database);
  const demands = await settlement.rebalances.demands(database);
  const senders = new Map(chains.all.map(({ id, spend }) => [id, spend?.sender]));
  return {
    originChainId: chain.id,
    paths: paths?.() ?? [],
    demands,
    rebalances,
    policy: policy.rebalancing,
    inventory: held.filter(({ chainId, sender }) => senders.get(chainId) === sender),
    price: (end) => priceOf(context, end),
    target: (end) => {
      const found = findCurrency(context, end);
      return found === undefined ? undefined : targetOf(context, found);
    },
  };
}

function priceOf(context: ChainContext, end: LaneEnd): PricedAsset | undefined {
  const asset = findCurrency(context, end)?.asset;
  const price = asset === undefined ? undefined : fresh(context, context.prices(asset.id));
  return asset === undefined || price === undefined
    ? undefined
    : { decimals: asset.decimals, price };
}

/** Worth that the operator wants of a currency, in micro-USD; undefined without a target. */
export function targetOf(
  { policy }: Pick<ChainContext, 'policy'>,
  { chain, asset }: ChainCurrency,
): bigint | undefined {
  return policy.rebalancing.targetsMicroUsd[`${chain.slug}:${asset.id}`];
}
