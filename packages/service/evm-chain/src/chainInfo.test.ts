import { zeroAddress } from '@portage/core';
import { expect, it } from 'vitest';
import { evm } from './index.js';

it('lists a currency as verified unless the operator says that it is not', async () => {
  const listed = { symbol: 'X', name: 'X', decimals: 18 };
  const address = `0x${'a'.repeat(40)}`;
  const chain = evm.prepare({
    id: 1,
    slug: 'one',
    name: 'one',
    rpcUrls: ['https://one.example'],
    devnet: true,
    contracts: { depository: address, filler: address },
    assets: [
      { ...listed, id: 'eth', address: zeroAddress },
      { ...listed, id: 'sure', address: `0x${'b'.repeat(40)}`, verified: true },
      { ...listed, id: 'doubtful', address: `0x${'c'.repeat(40)}`, verified: false },
    ],
  });
  const { info } = await chain.describe({});
  expect(
    [info.currency, ...info.erc20Currencies].map(({ id, metadata }) => [id, metadata?.verified]),
  ).toEqual([
    ['eth', true],
    ['sure', true],
    ['doubtful', false],
  ]);
});
