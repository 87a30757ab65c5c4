import type { Chains } from '@portage/core/chain';
import type { RebalancePath } from '@portage/core/plugin';
import { createFakeChain } from '@portage/testing';
import { expect, it } from 'vitest';
import { createPaths } from './createPaths.js';

const path: RebalancePath = {
  name: 'acme-bridge',
  lanes: [
    { origin: { chainId: 1, currency: '0xa' }, destination: { chainId: 2, currency: '0xb' } },
  ],
  quote: (_, received) => ({ amount: received + 1n, seconds: 60, gas: 21_000 }),
  send: ({ amount }) => ({ to: '0xbridge', value: amount, data: '0x', gasLimit: 21_000 }),
  delivery: () => Promise.resolve(undefined),
};

it('keeps the path of a plugin when a chain opens late', () => {
  let all: Chains['all'] = [];
  const paths = createPaths(
    {
      get all() {
        return all;
      },
    },
    [path],
  );
  expect(paths()).toEqual([path]);
  all = [createFakeChain({ id: 1, slug: 'one' }).chain];
  expect(paths()).toEqual([path]);
});
