import { createChains, wireCurrency, type ChainAsset } from '@portage/core/chain';
import { currenciesResponseSchema } from '@portage/core/schemas';
import { createFakeChain, fakeAddress, fakeNative } from '@portage/testing';
import { describe, expect, test } from 'vitest';
import { createTestServer } from '../../test/createTestServer.js';
import { createCurrencySearch } from '../currencies/createCurrencySearch.js';

function token(id: string, name: string, verified: boolean): ChainAsset {
  return {
    id,
    symbol: id.toUpperCase(),
    name,
    address: fakeAddress(id),
    decimals: 6,
    supportsBridging: true,
    isNative: false,
    metadata: { logoURI: '', verified },
  };
}

const one = createFakeChain({
  id: 1,
  slug: 'one',
  tokens: [
    token('usdc', 'USD Coin', true),
    token('usdce', 'Bridged USDC', false),
    token('pepe', 'Eth frog', true),
  ],
}).chain;
const two = createFakeChain({
  id: 2,
  slug: 'two',
  tokens: [token('usdc', 'USD Coin', true)],
}).chain;
const search = createCurrencySearch(createChains([one, two]));

/** `chain:symbol` of what is found. */
function find(body: Partial<Parameters<typeof search>[0]>): readonly string[] {
  return search({ limit: 20, ...body }).map(({ chainId, symbol }) => `${chainId}:${symbol}`);
}

describe('a search for currencies', () => {
  test('lists every chain by rank when nothing is asked for', () => {
    expect(find({})).toEqual(['1:ETH', '2:ETH', '1:USDC', '2:USDC', '1:USDCE', '1:PEPE']);
    expect(find({ limit: 2 })).toEqual(['1:ETH', '2:ETH']);
    expect(find({ term: '  ' })).toHaveLength(6);
  });

  test('puts the closest match of a term first', () => {
    expect(find({ term: 'USDC' })).toEqual(['1:USDC', '2:USDC', '1:USDCE']);
    expect(find({ term: 'eth' })).toEqual(['1:ETH', '2:ETH', '1:PEPE']);
    expect(find({ term: 'coin' })).toEqual(['1:USDC', '2:USDC']);
    expect(find({ term: fakeAddress('pepe').toUpperCase() })).toEqual(['1:PEPE']);
    expect(find({ term: '%' })).toEqual([]);
  });

  test('filters by chain, address, id, list and verification, and by all together', () => {
    expect(find({ chainIds: [2] })).toEqual(['2:ETH', '2:USDC']);
    expect(find({ chainIds: [3] })).toEqual([]);
    expect(find({ address: fakeNative })).toEqual(['1:ETH', '2:ETH']);
    expect(find({ address: 'not an address' })).toEqual([]);
    expect(find({ currencyId: 'usdc' })).toEqual(['1:USDC', '2:USDC']);
    expect(find({ verified: false })).toEqual(['1:ETH', '2:ETH', '1:USDCE']);
    expect(find({ defaultList: true })).toEqual(['1:USDC', '2:USDC', '1:PEPE']);
    expect(
      find({
        tokens: [
          `2:${fakeAddress('usdc')}`,
          `1:${fakeAddress('pepe').toUpperCase()}`,
          `9:${fakeNative}`,
          '1:nothing',
        ],
      }),
    ).toEqual(['2:USDC', '1:PEPE']);
    expect(find({ tokens: [] })).toEqual([]);
    expect(find({ chainIds: [1], currencyId: 'usdc', verified: true, term: 'usd' })).toEqual([
      '1:USDC',
    ]);
  });
});

describe('POST /currencies/v2', () => {
  test('answers a list that fits its schema', async () => {
    const { server, chain } = await createTestServer();
    const answer = await server.inject({
      method: 'POST',
      url: '/currencies/v2',
      payload: { chainIds: [1], term: 'usdc' },
    });
    expect(currenciesResponseSchema.parse(answer.json())).toEqual([
      { ...wireCurrency(1, chain.chain.assets[1]!), vmType: 'fake', groupID: 'usdc' },
    ]);
    for (const [payload, path] of [
      [{ limit: 101 }, 'limit'],
      [{ tokens: ['usdc'] }, 'tokens.0'],
      [{ chainIds: '1' }, 'chainIds'],
      [[], ''],
    ] as const) {
      const refusal = await server.inject({ method: 'POST', url: '/currencies/v2', payload });
      expect([
        refusal.statusCode,
        refusal.json<{ errors: { path: string }[] }>().errors[0]!.path,
      ]).toEqual([400, path]);
    }
    await server.close();
  });
});
