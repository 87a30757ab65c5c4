import { zeroAddress } from '@portage/core';

/** Keys of {@link input}. */
export const solver = `0x${'1112'.repeat(16)}`;
export const allocator = `0x${'2221'.repeat(16)}`;

/** The one chain of {@link input}. */
export const chain = {
  id: 1,
  slug: 'one',
  name: 'One',
  rpcUrls: ['https://rpc.example/', 'https://rpc.another.example.org/'],
  finality: [{ confirmations: 'finalized' }],
  contracts: { depository: zeroAddress, filler: zeroAddress },
  assets: [{ id: 'eth', symbol: 'ETH', name: 'Ether', address: zeroAddress, decimals: 18 }],
};

/** Limits that a chain needs which is no devnet. */
export const limits = {
  outflows: {
    hourMicroUsdMax: '25000000000',
    dayMicroUsdMax: '100000000000',
    recipientMicroUsdMax: '10000000000',
  },
};

/** Smallest configuration that a service accepts, as a file holds it. */
export const input = {
  chains: [chain],
  keys: { evm: { solver, allocator } },
  prices: { source: 'fixed', usd: { eth: '2500' } },
};
