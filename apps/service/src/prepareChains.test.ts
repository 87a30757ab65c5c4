import { requestFault } from '@portage/core';
import { defineVm, type ChainEnvironment, type Vm } from '@portage/core/plugin';
import { createFakeChain, fakeCodec } from '@portage/testing';
import { describe, expect, test } from 'vitest';
import { chain, input, solver } from '../test/smallConfiguration.js';
import { parseConfiguration } from './configuration/configuration.js';
import { openChains } from './openChains.js';
import { prepareChains, wantedSecrets, type PreparedChain } from './prepareChains.js';
import { needlessKeys, orderKeyOf } from './orderKey.js';
import { builtinVms } from './vms.js';

function prepare(
  configuration: unknown,
  { vms = builtinVms, swapSources = [] }: Partial<Parameters<typeof prepareChains>[1]> = {},
): readonly PreparedChain[] {
  return prepareChains(parseConfiguration(configuration), { vms, swapSources });
}

/** A family that opens one fake chain and remembers what it was handed. */
function createMyVm(seen: ChainEnvironment[] = [], name = 'mychain'): Vm {
  return defineVm({
    name,
    codec: fakeCodec,
    read: (settings) => settings,
    secretsOf: () => ['mnemonic'],
    describe: () => createFakeChain({ id: 7, slug: 'seven' }).chain,
    open: async (_, environment) => {
      seen.push(environment);
      return createFakeChain({ id: 7, slug: 'seven' }).chain;
    },
  });
}

const mine = { vm: 'mychain', slug: 'seven' };

describe('settings of a chain', () => {
  test.each([
    ['a misspelled member', { ...chain, finalty: [{ confirmations: 9 }] }],
    ['a misspelled tier of finality', { ...chain, finality: [{ upToUSD: 9, confirmations: 9 }] }],
    [
      'a misspelled member of an asset',
      { ...chain, assets: [{ ...chain.assets[0], supportsBridgin: false }] },
    ],
    ['a key among them', { ...chain, solverPrivateKey: solver }],
    ['a family that is not there', { ...chain, vm: 'tron' }],
  ])('with %s are refused', (_, wrong) => {
    expect(() => prepare({ ...input, chains: [wrong] })).toThrow(
      expect.objectContaining({ code: 'INVALID_CONFIGURATION' }),
    );
  });

  test('are refused with the paths from the top', () => {
    const wrong = { rpcUrls: undefined, rpcUrl: 'https://rpc.example/' };
    const second = { ...chain, id: 2, slug: 'two', ...wrong };
    expect(() => prepare({ ...input, chains: [chain, second] })).toThrow(
      expect.objectContaining({
        details: [
          expect.objectContaining({ path: 'chains.1.rpcUrls' }),
          expect.objectContaining({ path: 'chains.1' }),
        ],
      }),
    );
  });
});

test('W6: settings that a chain belies when it opens are refused with the paths from the top', async () => {
  const lying = defineVm({
    name: 'mychain',
    codec: fakeCodec,
    read: (settings) => settings,
    secretsOf: () => [],
    describe: () => createFakeChain({ id: 7, slug: 'seven' }).chain,
    open: () =>
      Promise.reject(
        requestFault('contracts.filler', 'is no filler', { code: 'INVALID_CONFIGURATION' }),
      ),
  });
  const prepared = prepare({ ...input, chains: [chain, mine] }, { vms: [...builtinVms, lying] });
  const options = { signal: new AbortController().signal, log: () => undefined };
  await expect(openChains(prepared.slice(1), { ...options, clock: stillClock })).rejects.toThrow(
    'chains.1.contracts.filler: is no filler',
  );
});

describe('keys', () => {
  const vms = [...builtinVms, createMyVm()];
  const both = { ...input, chains: [chain, mine] };
  const mnemonic = 'w0rd w0rd';

  test('are handed to their own family and to no other', async () => {
    const seen: ChainEnvironment[] = [];
    const other: ChainEnvironment[] = [];
    const prepared = prepareChains(
      {
        chains: [mine, { vm: 'other', slug: 'other' }],
        keys: { evm: { solver }, mychain: { mnemonic }, other: { mnemonic: 'another' } },
      },
      { vms: [...builtinVms, createMyVm(seen), createMyVm(other, 'other')], swapSources: [] },
    );
    const options = { signal: new AbortController().signal, log: () => undefined };
    // Both are one fake chain; each is opened by itself.
    for (const each of prepared) await openChains([each], { ...options, clock: stillClock });
    expect(seen.map(({ keys }) => keys)).toEqual([{ mnemonic }]);
    expect(other.map(({ keys }) => keys)).toEqual([{ mnemonic: 'another' }]);
  });

  test.each([
    ['one that is missing', {}, 'keys.mychain.mnemonic', 'PORTAGE_MYCHAIN_MNEMONIC_KEY'],
    ['one that nobody wants', { mychain: { mnemonic, solver } }, 'keys.mychain.solver', 'mnemonic'],
  ])('%s is named with its remedy', (_, own, path, remedy) => {
    expect(() => prepare({ ...both, keys: { ...input.keys, ...own } }, { vms })).toThrow(
      expect.objectContaining({
        message: expect.stringContaining(path) as string,
        hint: expect.stringContaining(remedy) as string,
      }),
    );
  });

  test('of a family that is not there are refused', () => {
    expect(() => prepare({ ...input, keys: { ...input.keys, emv: { solver } } })).toThrow(
      /keys\.emv/,
    );
  });

  test('of accounts that hold money are not needed by an API process, and are by a worker', () => {
    const watched = { evm: { solver: `address:0x${'1'.repeat(40)}` } };
    expect(needlessKeys({ ...watched, orders: { signer: solver } }, 'api')).toEqual([]);
    expect(needlessKeys({ evm: { solver } }, 'api')).toEqual(['keys.evm.solver']);
    expect(needlessKeys({ evm: { solver } }, 'worker')).toEqual([]);
    expect(() => needlessKeys(watched, 'worker')).toThrow(/keys\.evm\.solver/);
  });

  test('of orders may be another one than the solver’s', () => {
    const own = `0x${'7'.repeat(64)}`;
    const watched = { evm: { solver: `address:0x${'1'.repeat(40)}` } };
    expect(orderKeyOf({ evm: { solver }, orders: { signer: own } })).toBe(own);
    expect(() => orderKeyOf(watched)).toThrow(/keys\.orders\.signer/);
    expect(() => prepare({ ...input, keys: { ...input.keys, orders: { sign: own } } })).toThrow(
      /keys\.orders\.sign/,
    );
  });

  test('of the EVM are needed to sign orders', () => {
    expect(orderKeyOf(input.keys)).toBe(solver);
    for (const keys of [{}, { evm: { solver: '0x12' } }])
      expect(() => orderKeyOf(keys)).toThrow(/keys\.evm\.solver/);
  });

  test('are listed with the variables that may hold them', () => {
    const wanted = wantedSecrets(parseConfiguration(both), vms);
    expect(wanted.map(({ variable, isSet }) => `${variable} ${String(isSet)}`)).toEqual([
      'PORTAGE_SOLVER_KEY true',
      'PORTAGE_ALLOCATOR_KEY true',
      'PORTAGE_MYCHAIN_MNEMONIC_KEY false',
    ]);
  });
});

test('two families of one name are refused', () => {
  expect(() => prepare(input, { vms: [...builtinVms, createMyVm([], 'evm')] })).toThrow(
    /two families of chains named "evm"/,
  );
});

test('W5: a family is told of the halts of its own chain', async () => {
  const seen: ChainEnvironment[] = [];
  const keys = { ...input.keys, mychain: { mnemonic: 'w0rd' } };
  const prepared = prepare(
    { ...input, chains: [mine], keys },
    { vms: [...builtinVms, createMyVm(seen)] },
  );
  const halted = new Set<number>();
  const { all } = await openChains(prepared, {
    signal: new AbortController().signal,
    log: () => undefined,
    clock: stillClock,
    isHalted: (chainId) => Promise.resolve(halted.has(chainId)),
  });
  const isHalted = () => seen[0]?.isHalted?.();
  expect(await isHalted()).toBe(false);
  halted.add(all[0]!.id);
  expect(await isHalted()).toBe(true);
});

describe('swap sources', () => {
  const opened: string[] = [];
  const source = {
    chain: 'seven',
    open: async () => {
      opened.push('mine');
      return { id: 'mine', pools: () => undefined, quote: () => undefined, build: () => [] };
    },
  };
  const keys = { ...input.keys, mychain: { mnemonic: 'w0rd' } };

  test('are opened for their chain and handed to its family', async () => {
    const seen: ChainEnvironment[] = [];
    const prepared = prepare(
      { ...input, chains: [mine], keys },
      { vms: [...builtinVms, createMyVm(seen)], swapSources: [source] },
    );
    const { all } = await openChains(prepared, {
      signal: new AbortController().signal,
      log: () => undefined,
      clock: stillClock,
    });
    expect(opened).toEqual(['mine']);
    expect(seen[0]?.swapSources.map(({ id }) => id)).toEqual(['mine']);
    // The fake chain does not swap, and that is said.
    expect(all[0]?.warnings).toEqual([expect.stringContaining('mine') as string]);
  });

  test('of a chain that is not configured are refused', () => {
    expect(() => prepare(input, { swapSources: [source] })).toThrow(/seven/);
  });
});

const stillClock = {
  now: () => 0,
  elapsed: () => 0,
  // No time ever passes.
  sleep: () => new Promise<boolean>(() => undefined),
  every: () => undefined,
  timeout: () => new AbortController().signal,
};
