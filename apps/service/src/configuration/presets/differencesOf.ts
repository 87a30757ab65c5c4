import { byId } from './fillIn.js';
import { isObject } from './isObject.js';
import type { Preset, Settings } from './presetOf.js';

/** A setting that an operator wrote otherwise than the preset has it. */
export interface PresetDifference {
  /** Path in the settings of the chain, as in `contracts.multicall3`. */
  readonly member: string;
  readonly written: unknown;
  readonly preset: unknown;
}

/** Differences of an operator's settings from a preset, in the preset's order. Pure. */
export function differencesOf(
  { settings, assets, venues }: Preset,
  written: Settings,
): readonly PresetDifference[] {
  const { contracts, ...flat } = settings;
  return [
    ...compare('', flat, written),
    ...compare('contracts.', contracts, written['contracts']),
    ...compareLists('assets', assets, written['assets']),
    ...compareLists('swapSources', venues, written['swapSources']),
    ...leftOut(assets, written['assets']),
  ];
}

/** Members of the preset that are written, and not the same. */
function compare(place: string, preset: unknown, written: unknown): readonly PresetDifference[] {
  if (!isObject(preset) || !isObject(written)) return [];
  return Object.entries(preset).flatMap(([name, value]) => {
    const other = written[name];
    if (other === undefined || textOf(other) === textOf(value)) return [];
    return [{ member: `${place}${name}`, written: other, preset: value }];
  });
}

function compareLists(
  member: string,
  preset: readonly Settings[],
  written: unknown,
): readonly PresetDifference[] {
  if (!Array.isArray(written)) return [];
  return written.flatMap((entry: unknown) =>
    isObject(entry)
      ? compare(`${member}.${String(entry['id'])}.`, byId(preset, entry['id']), entry)
      : [],
  );
}

/** Assets of the network that the operator does not offer. */
function leftOut(assets: readonly Settings[], written: unknown): readonly PresetDifference[] {
  if (!Array.isArray(written)) return [];
  const offered = written.map((entry: unknown) => (isObject(entry) ? entry['id'] : entry));
  const known = assets.map((asset) => asset['id']);
  return known.every((id) => offered.includes(id))
    ? []
    : [{ member: 'assets', written: offered, preset: known }];
}

/** Addresses of EVM chains are the same in any case. */
function textOf(value: unknown): string {
  const text = JSON.stringify(value, (_name, inner: unknown) =>
    typeof inner === 'bigint' ? inner.toString() : inner,
  );
  return /^"0x[0-9a-f]{40}"$/i.test(text) ? text.toLowerCase() : text;
}
