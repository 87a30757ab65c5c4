import { requestFault } from '@portage/core';
import { chainlinkOf } from './chainlinkOf.js';
import { isObject } from './isObject.js';
import type { Preset, Settings } from './presetOf.js';

/**
 * Settings of a chain with what the operator left out. What is written goes before the preset;
 * `contracts` are filled in one by one, assets and venues by their ids.
 *
 * @param written - members that the operator wrote, without the network's name
 * @throws PortageError `INVALID_CONFIGURATION` for the name of an asset that the network has not
 */
export function fillIn(preset: Preset, written: Settings): Settings {
  const { settings, identity, assets, venues } = preset;
  const contracts = written['contracts'];
  const known = withoutNeedless(settings, written);
  return {
    ...identity,
    ...known,
    assets: assets.map((asset) => withoutPermit(asset, contracts)),
    ...written,
    ...(isObject(contracts) && isObject(known['contracts'])
      ? { contracts: { ...known['contracts'], ...contracts } }
      : {}),
    ...(Array.isArray(written['assets'])
      ? {
          assets: written['assets'].map((asset: unknown, index) =>
            fillAsset(asset, { assets, contracts, place: `assets.${String(index)}` }),
          ),
        }
      : {}),
    ...(Array.isArray(written['swapSources'])
      ? {
          swapSources: written['swapSources'].map((source: unknown) =>
            isObject(source) ? { ...byId(venues, source['id']), ...source } : source,
          ),
        }
      : {}),
    ...pricedPools(venues, written['poolPrices']),
    ...chainlinkOf(preset, written['chainlink']),
  };
}

/** Pools that price assets, each with the factory of its kind. */
function pricedPools(venues: readonly Settings[], poolPrices: unknown): Settings {
  if (!isObject(poolPrices) || !isObject(poolPrices['assets'])) return {};
  const factoryOf = (pool: Settings): Settings => {
    const venue = venues.find(({ kind }) => kind === pool['kind']);
    return venue === undefined ? {} : { factory: venue['factory'] };
  };
  const assets = Object.entries(poolPrices['assets']).map(([id, pool]): [string, unknown] => [
    id,
    isObject(pool) ? { ...factoryOf(pool), ...pool } : pool,
  ]);
  return { poolPrices: { ...poolPrices, assets: Object.fromEntries(assets) } };
}

/** The entry of a list with this id; undefined where there is none. */
export function byId(list: readonly Settings[], id: unknown): Settings | undefined {
  return list.find((entry) => entry['id'] === id);
}

/** A devnet has no price of data unless its source is named. */
function withoutNeedless(settings: Settings, { devnet }: Settings): Settings {
  return devnet === true ? without(settings, 'dataFee') : settings;
}

/** Permits go through the router: a chain without one offers none. */
function withoutPermit(asset: Settings, contracts: unknown): Settings {
  const isTaken = isObject(contracts) && contracts['router'] !== undefined;
  return isTaken ? asset : without(asset, 'permit');
}

function without(settings: Settings, left: string): Settings {
  return Object.fromEntries(Object.entries(settings).filter(([name]) => name !== left));
}

interface AssetParts {
  readonly assets: readonly Settings[];
  readonly contracts: unknown;
  readonly place: string;
}

function fillAsset(asset: unknown, { assets, contracts, place }: AssetParts): unknown {
  const id = isObject(asset) ? asset['id'] : asset;
  const known = byId(assets, id);
  if (typeof asset === 'string' && known === undefined)
    throw requestFault(place, `the network has no asset "${asset}"`, {
      code: 'INVALID_CONFIGURATION',
      hint: `It has: ${assets.map((each) => String(each['id'])).join(', ')}. Write another one with all of its members.`,
    });
  if (known === undefined) return asset;
  return { ...withoutPermit(known, contracts), ...(isObject(asset) ? asset : {}) };
}
