import { createChains } from '@portage/core/chain';
import { createFakeChain } from '@portage/testing';
import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { registerLagMetrics } from './registerLagMetrics.js';

test('tells how far the events of a chain are behind its newest block', async () => {
  const chains = createChains(
    [1, 2, 3].map((id) => {
      const { chain } = createFakeChain({ id, slug: `c${String(id)}` });
      const value = { height: 77, hash: '0x77', time: 1_000 };
      return { ...chain, observe: { ...chain.observe, tip: () => ({ value, observedAt: 0 }) } };
    }),
  );
  const rows = [
    { chain: 1, height: 70, time: 940 },
    { chain: 2, height: 78, time: 1_001 },
  ];
  const registry = new Registry();
  registerLagMetrics([registry], {
    chains,
    // As the database answers the one query that is asked.
    store: {
      query: () => Promise.resolve(rows as never),
      ledger: { audit: () => Promise.resolve([]) },
    },
    now: () => 0,
    onError: (error) => expect.unreachable(String(error)),
  });
  const lines = (await registry.metrics()).split('\n').filter((line) => /^portage/.test(line));
  expect(lines).toEqual([
    'portage_chain_cursor_lag_blocks{chain="c1"} 7',
    'portage_chain_cursor_lag_blocks{chain="c2"} 0',
    'portage_chain_cursor_lag_seconds{chain="c1"} 60',
    'portage_chain_cursor_lag_seconds{chain="c2"} 0',
  ]);
});
