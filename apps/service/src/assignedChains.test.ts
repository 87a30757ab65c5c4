import { expect, test } from 'vitest';
import { assignedChains, parseChainNames } from './assignedChains.js';

const chains = [
  { id: 8453, slug: 'base' },
  { id: 10, slug: 'optimism' },
];

const assign = (text: string | undefined, role = 'worker'): readonly number[] | undefined => {
  const ids = assignedChains(text === undefined ? undefined : parseChainNames(text), {
    role,
    chains,
  });
  return ids && [...ids];
};

test('chains are named by slug or id, in any order and twice', () => {
  expect(assign('base')).toEqual([8453]);
  expect(assign('10, base,optimism')).toEqual([10, 8453]);
});

test('a process without names works on all chains, whatever its role', () => {
  expect(assign(undefined, 'all')).toBeUndefined();
});

test.each(['', 'base,', 'Base', 'bases', '8453.0', '0x2105'])(
  'no chain is named by "%s"',
  (text) => {
    expect(() => assign(text)).toThrow(
      expect.objectContaining({
        code: 'INVALID_CONFIGURATION',
        hint: 'Chains: base, optimism.',
      }) as Error,
    );
  },
);

test.each(['all', 'api', 'allocator'])(
  'a process with the role %s has no chains of its own',
  (role) => {
    expect(() => assign('base', role)).toThrow(/--chains names the chains of a worker/);
  },
);
