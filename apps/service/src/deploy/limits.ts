import { Money } from '@portage/core';
import { isAddressEqual, zeroAddress } from 'viem';
import type { DepositoryArguments, TokenLimit } from './contractSet.js';
import type { DeployAsset, DeployChain } from './deployChains.js';
import type { DeploymentSettings } from './deploymentSettings.js';

/** Limit of an asset in USD and in its own units. */
export interface AssetLimit {
  readonly asset: DeployAsset;
  readonly usd: bigint;
  /** USD per whole unit, times 1e12. */
  readonly usdE12: bigint;
  /** In the smallest unit, rounded down. */
  readonly capacity: bigint;
}

/** Limits of a chain's own assets. Assets without a price have none. Pure. */
export function assetLimits(
  { assets }: Pick<DeployChain, 'assets'>,
  settings: Pick<DeploymentSettings, 'limitUsd' | 'limitsUsd'>,
  prices: ReadonlyMap<string, bigint>,
): readonly AssetLimit[] {
  return assets.flatMap((asset): readonly AssetLimit[] => {
    const usdE12 = prices.get(asset.id);
    if (usdE12 === undefined) return [];
    const usd = settings.limitsUsd[asset.id] ?? settings.limitUsd;
    const capacity = Money.fromUsdDown(usd, asset.decimals, { usdE12 });
    return [{ asset, usd, usdE12, capacity }];
  });
}

/** Limits of one chain. */
export interface ChainLimits {
  readonly chain: string;
  readonly limits: readonly TokenLimit[];
}

/**
 * Limits of the constructor on a chain: its own, and those of the other chains' tokens, so that
 * chains have equal arguments and with them equal addresses. A token of another chain is nothing
 * here. Where two chains want different limits at one address, as native currencies of different
 * worth do, each has its own, and their addresses differ. Sorted by token. Pure.
 */
export function constructorLimits(
  own: readonly TokenLimit[],
  others: readonly ChainLimits[],
): readonly TokenLimit[] {
  const found = new Map(own.map((limit) => [limit.token.toLowerCase(), limit]));
  for (const { limits } of others)
    for (const limit of limits) {
      const token = limit.token.toLowerCase();
      if (limit.token !== zeroAddress && !found.has(token)) found.set(token, limit);
    }
  return [...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, limit]) => limit);
}

/** Limits that a chain wants and that arguments do not have. Pure. */
export function missingLimits(
  wanted: readonly TokenLimit[],
  { limits }: Pick<DepositoryArguments, 'limits'>,
): readonly TokenLimit[] {
  return wanted.filter(({ token }) => !limits.some((each) => isAddressEqual(each.token, token)));
}

/** Whether arguments have the limit of another asset at the address of one of a chain. Pure. */
export function contradicts(
  wanted: readonly TokenLimit[],
  { limits }: Pick<DepositoryArguments, 'limits'>,
): boolean {
  return wanted.some(({ token, asset }) =>
    limits.some((each) => isAddressEqual(each.token, token) && each.asset !== asset),
  );
}
