import { expect, test } from 'vitest';
import { callRoute, fakeChain, places } from '../../test/fakeCall.js';

const { usdc } = places;

test('chains of families that LI.FI has no name for are left out', async () => {
  const { answer } = await callRoute('GET /chains');
  expect(answer).toMatchObject({
    chains: [
      {
        id: 1,
        key: 'one',
        chainType: 'EVM',
        metamask: { blockExplorerUrls: ['https://explorer.example/'] },
      },
      { id: 10 },
      { id: 7, chainType: 'SVM' },
    ],
  });
  const solana = await callRoute('GET /chains', { query: { chainTypes: 'SVM,UTXO' } });
  expect(solana.answer).toMatchObject({ chains: [{ id: 7 }] });
});

test('tokens by chain, with prices; one by its symbol', async () => {
  const { answer } = await callRoute('GET /tokens', { query: { chains: 'ten', search: 'usd' } });
  expect(answer).toEqual({
    tokens: { 10: [expect.objectContaining({ address: usdc, priceUSD: '1', chainId: 10 })] },
  });
  const one = await callRoute('GET /token', { query: { chain: '1', token: 'usdc' } });
  expect(one.answer).toMatchObject({ address: usdc, decimals: 6 });
});

test('tools and connections lead from EVM chains to all', async () => {
  const tools = await callRoute('GET /tools');
  expect(tools.answer).toMatchObject({
    bridges: [{ key: 'portage', supportedChains: { length: 4 } }],
    exchanges: [{ key: 'uniswap-v3', supportedChains: [1, 10, 7] }],
  });
  const query = { fromChain: '1', toChain: '10', fromToken: 'USDC' };
  const { answer } = await callRoute('GET /connections', { query });
  expect(answer).toMatchObject({
    connections: [{ fromChainId: 1, toChainId: 10, fromTokens: [{ address: usdc }] }],
  });
});

test('tools and connections lead from and to no chain that is closed, and from none without deposits', async () => {
  const chains = [
    fakeChain(1, 'one', 'evm'),
    { ...fakeChain(10, 'ten', 'evm'), disabled: true, depositEnabled: false },
    { ...fakeChain(11, 'eleven', 'evm'), depositEnabled: false },
  ];
  const lanes = [
    { fromChainId: 1, toChainId: 1 },
    { fromChainId: 1, toChainId: 11 },
  ];
  const { answer } = await callRoute('GET /connections', {}, { chains: { chains } });
  expect(answer).toMatchObject({ connections: lanes });
  const tools = await callRoute('GET /tools', {}, { chains: { chains } });
  expect(tools.answer).toMatchObject({ bridges: [{ supportedChains: [lanes[1]] }] });
});
