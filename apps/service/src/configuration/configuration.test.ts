import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zeroAddress } from '@portage/core';
import { afterAll, describe, expect, test } from 'vitest';
import { parseConfiguration, readConfiguration } from './configuration.js';

const directory = mkdtempSync(join(tmpdir(), 'portage-configuration-'));
afterAll(() => {
  rmSync(directory, { recursive: true });
});

const solver = `0x${'11'.repeat(32)}`;
const allocator = `0x${'22'.repeat(32)}`;
const chain = {
  id: 1,
  slug: 'one',
  name: 'One',
  rpcUrls: ['https://rpc.example/'],
  contracts: { depository: zeroAddress, filler: zeroAddress },
  assets: [{ id: 'eth', symbol: 'ETH', name: 'Ether', address: zeroAddress, decimals: 18 }],
};
const input = {
  chains: [chain],
  keys: { solver, allocator },
  prices: { source: 'fixed', usd: { eth: '2500' } },
};

describe('parseConfiguration', () => {
  test('gives every chain its keys, and amounts their kind', () => {
    const configuration = parseConfiguration({
      ...input,
      policy: { flatFeeMicroUsd: '50000', defaultSlippageBps: 50 },
      http: {
        trustedProxies: '10.0.0.0/8',
        limits: { streamsMax: 5 },
        rates: { countIn: 'database', perMinute: { quote: { address: 7, key: 8 } } },
      },
    });
    expect(configuration.chains).toMatchObject([
      { id: 1, solverPrivateKey: solver, allocatorPrivateKey: allocator },
    ]);
    expect(configuration).toMatchObject({
      prices: { source: 'fixed', usd: { eth: '2500' } },
      policy: { flatFeeMicroUsd: 50_000n, defaultSlippageBps: 50n },
      http: {
        trustedProxies: '10.0.0.0/8',
        limits: { streamsMax: 5 },
        rates: {
          countIn: 'database',
          perMinute: { quote: { address: 7, key: 8 }, other: { address: 200, key: 600 } },
        },
      },
    });
    expect(Object.keys(configuration.policy ?? {})).toEqual([
      'flatFeeMicroUsd',
      'defaultSlippageBps',
    ]);
  });

  test.each([
    ['no prices', { ...input, prices: undefined }],
    [
      'a feed of prices that nothing is said about',
      { ...input, prices: { source: 'feeds', assets: { eth: { primary: 'http' } } } },
    ],
    [
      'a feed that guards itself',
      {
        ...input,
        prices: {
          source: 'feeds',
          fixed: { eth: '1' },
          assets: { eth: { primary: 'fixed', guard: 'fixed' } },
        },
      },
    ],
    [
      'a feed of a strange name',
      { ...input, prices: { source: 'feeds', assets: { eth: { primary: 'oracle' } } } },
    ],
    [
      'prices of an address that is no HTTP',
      {
        ...input,
        prices: { source: 'feeds', http: { url: 'file:///etc/passwd', ids: {} }, assets: {} },
      },
    ],
    ['another source of prices', { ...input, prices: { source: 'oracle' } }],
    ['a misspelled member', { ...input, polcy: {} }],
    ['a misspelled member of the policy', { ...input, policy: { flatFee: '1' } }],
    ['a share of more than all', { ...input, policy: { defaultSlippageBps: 10_001 } }],
    [
      'a misspelled member of a chain',
      { ...input, chains: [{ ...chain, finalty: [{ confirmations: 9 }] }] },
    ],
    [
      'a misspelled tier of finality',
      { ...input, chains: [{ ...chain, finality: [{ upToUSD: 9, confirmations: 9 }] }] },
    ],
    [
      'a misspelled member of an asset',
      {
        ...input,
        chains: [{ ...chain, assets: [{ ...chain.assets[0], supportsBridgin: false }] }],
      },
    ],
    ['no chain', { ...input, chains: [] }],
  ])('refuses %s', (_, wrong) => {
    expect(() => parseConfiguration(wrong)).toThrow(
      expect.objectContaining({ code: 'INVALID_CONFIGURATION' }),
    );
  });
});

describe('readConfiguration', () => {
  const file = join(directory, 'portage.json');
  writeFileSync(file, JSON.stringify({ ...input, keys: { allocator: solver } }));
  const keyFile = join(directory, 'solver.key');
  writeFileSync(keyFile, `${solver}\n`);

  test('takes keys from the environment and from files before those that it holds', () => {
    expect(
      readConfiguration(file, {
        PORTAGE_SOLVER_KEY_FILE: keyFile,
        PORTAGE_ALLOCATOR_KEY: allocator,
      }).keys,
    ).toEqual({ solver, allocator });
  });

  test('names the chain that is wrong, and says where keys come from', () => {
    const wrong = {
      ...input,
      chains: [
        chain,
        { ...chain, id: 2, slug: 'two', rpcUrls: undefined, rpcUrl: 'https://rpc.example/' },
      ],
    };
    expect(() => parseConfiguration(wrong)).toThrow(
      expect.objectContaining({
        details: [
          expect.objectContaining({ path: 'chains.1.rpcUrls' }),
          expect.objectContaining({ path: 'chains.1' }),
        ],
      }),
    );
    expect(() => parseConfiguration({ ...input, keys: {} })).toThrow(
      expect.objectContaining({
        message: expect.stringContaining('keys.solver') as string,
        hint: expect.stringContaining('PORTAGE_SOLVER_KEY') as string,
      }),
    );
    expect(() => readConfiguration(join(directory, 'none.json'), {})).toThrow(
      /There is no configuration file/,
    );
  });

  test('refuses a key file that is not there', () => {
    expect(() =>
      readConfiguration(file, { PORTAGE_SOLVER_KEY_FILE: join(directory, 'none') }),
    ).toThrow(/cannot be read/);
  });
});
