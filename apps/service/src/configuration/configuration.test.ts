import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { allocator, chain, input, solver } from '../../test/smallConfiguration.js';
import { parseConfiguration, readConfiguration } from './configuration.js';

const directory = mkdtempSync(join(tmpdir(), 'portage-configuration-'));
afterAll(() => {
  rmSync(directory, { recursive: true });
});

describe('parseConfiguration', () => {
  test('keeps chains as they are written, and gives amounts their kind', () => {
    const configuration = parseConfiguration({
      ...input,
      policy: { flatFeeMicroUsd: '50000', defaultSlippageBps: 50 },
      http: {
        trustedProxies: '10.0.0.0/8',
        limits: { streamsMax: 5 },
        rates: { countIn: 'database', perMinute: { quote: { address: 7, key: 8 } } },
      },
    });
    expect(configuration.chains).toEqual([{ ...chain, vm: 'evm' }]);
    expect(configuration.keys).toEqual({ evm: { solver, allocator } });
    expect(configuration.plugins).toEqual([]);
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
      'a pool as the only price',
      { ...input, prices: { source: 'feeds', assets: { eth: { primary: 'pool@base' } } } },
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
    ['a plugin without a name', { ...input, plugins: [''] }],
    ['no chain', { ...input, chains: [] }],
  ])('refuses %s', (_, wrong) => {
    expect(() => parseConfiguration(wrong)).toThrow(
      expect.objectContaining({ code: 'INVALID_CONFIGURATION' }),
    );
  });
});

test('keys of the old shape are refused, and the hint shows the new one', () => {
  for (const keys of [
    { solver, allocator },
    { solver, evm: { allocator } },
  ])
    expect(() => parseConfiguration({ ...input, keys })).toThrow(
      expect.objectContaining({
        code: 'INVALID_CONFIGURATION',
        message: 'keys.solver: keys stand under the name of their family',
        hint: expect.stringContaining('"keys": { "evm"') as string,
      }),
    );
});

describe('readConfiguration', () => {
  const file = join(directory, 'portage.json');
  writeFileSync(file, JSON.stringify({ ...input, keys: { evm: { allocator: solver } } }));
  const keyFile = join(directory, 'solver.key');
  writeFileSync(keyFile, `${solver}\n`);

  test('takes keys from the environment and from files before those that it holds', () => {
    expect(
      readConfiguration(file, {
        PORTAGE_SOLVER_KEY_FILE: keyFile,
        PORTAGE_ALLOCATOR_KEY: allocator,
        PORTAGE_PRIVATE_KEY: 'of a payer',
        PORTAGE_SVM_SOLVER_KEY: 'of a family without a chain',
      }).keys,
    ).toEqual({ evm: { solver, allocator } });
  });

  test('takes keys of other families by their names', () => {
    const other = join(directory, 'other.json');
    writeFileSync(other, JSON.stringify({ ...input, chains: [chain, { vm: 'my-chain' }] }));
    expect(readConfiguration(other, { PORTAGE_MY_CHAIN_MNEMONIC_KEY: 'words' }).keys).toEqual({
      evm: { solver, allocator },
      'my-chain': { mnemonic: 'words' },
    });
  });

  test("leaves the deployer's key to the commands that deploy", () => {
    const other = join(directory, 'solana.json');
    writeFileSync(other, JSON.stringify({ ...input, chains: [chain, { vm: 'svm' }] }));
    const variables = { PORTAGE_SVM_DEPLOYER_KEY: 'deployer', PORTAGE_DEPLOYER_KEY: 'deployer' };
    expect(readConfiguration(other, variables).keys).toEqual({ evm: { solver, allocator } });
  });

  test('says what is not there', () => {
    expect(() => readConfiguration(join(directory, 'none.json'), {})).toThrow(
      /There is no configuration file/,
    );
  });

  test('refuses a key file that is not there', () => {
    expect(() =>
      readConfiguration(file, { PORTAGE_SOLVER_KEY_FILE: join(directory, 'none') }),
    ).toThrow(/cannot be read/);
  });

  test('W1: prints no key that was put where the path of its file belongs', () => {
    const read = () => readConfiguration(file, { PORTAGE_SOLVER_KEY_FILE: solver });
    expect(read).toThrow('The key file that PORTAGE_SOLVER_KEY_FILE names cannot be read.');
    expect(read).not.toThrow(solver.slice(2));
  });
});
