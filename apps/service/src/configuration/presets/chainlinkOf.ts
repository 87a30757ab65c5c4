import { requestFault } from '@portage/core';
import { isObject } from './isObject.js';
import type { Preset, Settings } from './presetOf.js';

/**
 * Feeds of Chainlink that an operator names by their pairs, as in
 * `{ "eth": { "pair": "ETH/USD" } }`, with addresses and heartbeats as far as the network tells
 * them, and the feed of its sequencer.
 *
 * @throws PortageError `INVALID_CONFIGURATION` for a pair that the network has not
 */
export function chainlinkOf({ feeds, sequencer }: Preset, written: unknown): Settings {
  if (!isObject(written) || !isObject(written['assets'])) return {};
  const assets = Object.entries(written['assets']).map(([id, asset]): [string, unknown] => [
    id,
    isObject(asset) ? { ...feedOf(asset, feeds, id), ...asset } : asset,
  ]);
  const known = sequencer === undefined ? {} : { sequencer };
  return { chainlink: { ...known, ...written, assets: Object.fromEntries(assets) } };
}

function feedOf(asset: Settings, feeds: Settings, id: string): Settings {
  const { pair, feed } = asset;
  if (typeof pair !== 'string' || feed !== undefined) return {};
  const known = feeds[pair];
  if (isObject(known)) return known;
  throw requestFault(`chainlink.assets.${id}.pair`, `the network has no feed "${pair}"`, {
    code: 'INVALID_CONFIGURATION',
    hint: `It has: ${Object.keys(feeds).join(', ')}. Write the address of another one as feed.`,
  });
}
