import { expect, test } from 'vitest';
import { loadCodecs } from './loadCodecs.js';

const chains = [
  { id: 8253038, vmType: 'bvm' },
  { id: 792703809, vmType: 'svm' },
  { id: 8453, vmType: 'evm' },
] as const;

test('an order from Bitcoin to Solana is read with three codecs: its solver is an EVM account', async () => {
  const request = { originChainId: 8253038, destinationChainId: 792703809 };
  const loaded = await loadCodecs(request, chains);
  expect(loaded.map(({ vm }) => vm)).toEqual(['bvm', 'evm', 'svm']);
});

test('a withdrawal from the exchange is read with the codec of the exchange', async () => {
  const request = { originChainId: 3586256, destinationChainId: 8453 };
  const loaded = await loadCodecs(request, [...chains, { id: 3586256, vmType: 'lvm' }]);
  expect(loaded.map(({ vm }) => vm)).toEqual(['evm', 'lvm']);
});
