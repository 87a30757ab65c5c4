import { base58 } from '@scure/base';
import { describe, expect, test } from 'vitest';
import { findNetwork, network, networks } from './networks.js';
import { sourceOf } from './source.js';

/** Paths of everything that is no object, in a network without its sources. */
function pathsOf(value: unknown, path: string): readonly string[] {
  if (typeof value !== 'object' || value === null) return value === undefined ? [] : [path];
  return Object.entries(value).flatMap(([name, inner]) =>
    pathsOf(inner, path === '' ? name : `${path}.${name}`),
  );
}

const today = new Date().toISOString().slice(0, 10);

describe('networks', () => {
  test('no two share an id, a slug or a name', () => {
    for (const member of ['id', 'slug', 'name'] as const)
      expect(new Set(networks.map((each) => each[member])).size).toBe(networks.length);
    expect(networks).toHaveLength(20);
  });

  test('there is a test network for each', () => {
    const families = (isTest: boolean): readonly string[] =>
      networks.filter((each) => each.isTest === isTest).map(({ vm }) => vm);
    expect(families(true)).toEqual(families(false));
  });

  test('a slug finds its network', () => {
    expect(network('base').tokens.usdc.address).toBe('0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913');
    for (const each of networks) expect(findNetwork(each.slug)).toBe(each);
    expect(findNetwork('toString')).toBeUndefined();
  });

  test.each(networks)('$slug has a source and a day for each constant', (each) => {
    const { sources, ...facts } = each;
    const paths = pathsOf(facts, '');
    expect(paths.filter((path) => sourceOf(each, path) === undefined)).toEqual([]);
    for (const { source, date } of Object.values(sources)) {
      expect(source).toMatch(/^(?:https:\/\/|@?[a-z][a-z0-9/-]*@\d|docs\/)/);
      expect(date).toMatch(/^\d{4}-\d{2}-\d{2}$/);
      expect(date <= today).toBe(true);
    }
  });

  test.each(networks)('$slug has tiers from small worth to any', ({ finality }) => {
    const bounds = finality.tiers.map(({ upToUsd }) => upToUsd);
    expect(bounds.at(-1)).toBeUndefined();
    const named = bounds.slice(0, -1).map(Number);
    expect(named).toEqual([...named].sort((a, b) => a - b));
    expect(finality.reason).toMatch(/\.$/);
  });

  test.each(networks.filter(({ vm }) => vm === 'svm'))('$slug has keys of 32 bytes', (each) => {
    const { tokens, nativeCurrency, ...rest } = each;
    const keys = [nativeCurrency, ...Object.values(tokens)].map(({ address }) => address);
    if (rest.vm === 'svm') keys.push(rest.genesisHash);
    for (const key of keys) expect(base58.decode(key)).toHaveLength(32);
  });

  test('a source above a constant counts, and one beside it does not', () => {
    const read = { source: 'docs/a.md', date: '2026-01-01' };
    const facts = { sources: { tokens: read, 'fees.tipMin': { ...read, source: 'docs/b.md' } } };
    expect(sourceOf(facts, 'tokens.usdc.address')).toEqual(read);
    expect(sourceOf(facts, 'fees.tipMin')?.source).toBe('docs/b.md');
    expect(sourceOf(facts, 'fees.fillUsdMax')).toBeUndefined();
    expect(sourceOf(facts, 'tokensOfOthers')).toBeUndefined();
  });
});
