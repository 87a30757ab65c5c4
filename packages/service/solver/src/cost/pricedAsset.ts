import type { PricedAsset } from '@portage/core';
import { findAsset, type Chain } from '@portage/core/chain';
import { fresh } from '../context.js';
import type { CostContext } from './judgeCost.js';

/** A chain whose currencies have prices. */
export interface PricedContext extends CostContext {
  readonly chain: Chain;
}

/** Decimals and present price of a currency of the chain; undefined before they are known. */
export function pricedAsset(context: PricedContext, currency: string): PricedAsset | undefined {
  const asset = findAsset(context.chain, currency);
  const price = asset === undefined ? undefined : fresh(context, context.prices(asset.id));
  return asset === undefined || price === undefined
    ? undefined
    : { decimals: asset.decimals, price };
}
