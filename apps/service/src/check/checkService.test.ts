import { PortageError } from '@portage/core';
import { defineVm, type ChainEnvironment, type Vm } from '@portage/core/plugin';
import { createFakeChain, fakeCodec } from '@portage/testing';
import { describe, expect, test } from 'vitest';
import { input, limits, solver } from '../../test/smallConfiguration.js';
import { parseConfiguration } from '../configuration/configuration.js';
import { checkService } from './checkService.js';
import type { CheckRow } from './checkRow.js';
import { exitCodeOf, printRows } from './printRows.js';

interface FamilyOptions {
  readonly seen?: ChainEnvironment[];
  readonly warnings?: readonly string[];
  readonly fault?: Error;
  /** Account that signs releases, where the family has one. */
  readonly allocator?: string;
}

function createFamily({ seen = [], warnings = [], fault, allocator }: FamilyOptions): Vm {
  return defineVm({
    name: 'mychain',
    codec: fakeCodec,
    read: (settings) => {
      if ((settings as { readonly wrong?: boolean }).wrong === true)
        throw new PortageError('INVALID_CONFIGURATION', { message: 'wrong: is wrong' });
      return settings;
    },
    secretsOf: () => ['solver'],
    describe: () => createFakeChain({ id: 7, slug: 'seven' }).chain,
    ...(allocator !== undefined && {
      allocator: () =>
        Promise.resolve({
          address: allocator,
          canSign: true,
          sign: () => Promise.reject(new Error('nothing is signed')),
        }),
    }),
    open: (_, environment) => {
      seen.push(environment);
      if (fault !== undefined) return Promise.reject(fault);
      return Promise.resolve({ ...createFakeChain({ id: 7, slug: 'seven' }).chain, warnings });
    },
  });
}

const chain = { vm: 'mychain', slug: 'seven', assets: [{ id: 'eth' }] };
const complete = {
  ...input,
  chains: [chain],
  policy: limits,
  keys: { orders: { signer: solver }, mychain: { solver: 'secret' } },
};

function check(given: object, family: FamilyOptions = {}): Promise<readonly CheckRow[]> {
  return checkService({
    configuration: parseConfiguration({ ...complete, ...given }),
    vms: [createFamily(family)],
    swapSources: [],
    databaseUrl: undefined,
  });
}

const failures = (rows: readonly CheckRow[]): readonly string[] =>
  rows.filter(({ result }) => result === 'failed').map(({ check: name }) => name);

describe('check', () => {
  test('opens each chain, tells its warnings, and ends it', async () => {
    const seen: ChainEnvironment[] = [];
    const rows = await check({}, { seen, warnings: ['one endpoint alone'] });
    expect(rows).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ check: 'settings', subject: 'seven', result: 'ok' }),
        expect.objectContaining({ check: 'chain', subject: 'seven', result: 'ok' }),
        expect.objectContaining({ result: 'warning', message: 'one endpoint alone' }),
      ]),
    );
    expect(seen).toHaveLength(1);
    expect(seen[0]?.signal.aborted).toBe(true);
  });

  test('names the currencies of which the solver has less than an order may be worth', async () => {
    const order = `1${'0'.repeat(24)}`;
    const float = (rows: readonly CheckRow[]) => rows.filter(({ check: name }) => name === 'float');
    const own = { 'seven:eth': '1000000' };
    const policy = { ...limits, capacityPerRequestMicroUsd: order };
    expect(float(await check({ policy }))).toEqual([
      {
        check: 'float',
        subject: 'seven',
        result: 'warning',
        message: `the solver cannot pay the largest order, in USD: eth 2500000000000000 of 1000000000000000000`,
        hint: expect.stringContaining('as in "seven:eth"') as string,
      },
    ]);
    const lowered = { ...policy, capacityPerCurrencyMicroUsd: own };
    expect(float(await check({ policy: lowered }))).toEqual([
      { check: 'float', subject: 'seven', result: 'ok' },
    ]);
  });

  test('never hands the key that pays to a chain', async () => {
    const seen: ChainEnvironment[] = [];
    await check({}, { seen });
    expect(JSON.stringify(seen[0]?.keys)).not.toContain('secret');
  });

  test.each([
    ['limits', { policy: undefined }, {}],
    ['limits', { policy: { ...limits, capacityPerCurrencyMicroUsd: { 'seven:ethh': '1' } } }, {}],
    ['keys', { keys: { orders: { signer: solver } } }, {}],
    ['chain', {}, { fault: new Error('no answer') }],
    ['allocator', { allocator: { socket: '/nowhere/allocator.sock' } }, { allocator: '0x01' }],
    ['settings', { chains: [chain, { ...chain, slug: 'eight', wrong: true }] }, {}],
  ])('fails where %s fail, and checks the rest', async (name, given, family) => {
    const rows = await check(given, family);
    expect(failures(rows)).toEqual([name]);
    expect(exitCodeOf(rows)).toBe(1);
    expect(rows.map(({ check: each }) => each)).toEqual(
      expect.arrayContaining(['settings', 'keys', 'limits', 'database', 'prices']),
    );
  });

  test('shows rows as a table', () => {
    const rows: readonly CheckRow[] = [
      { check: 'settings', subject: 'base', result: 'ok' },
      { check: 'limits', result: 'failed', message: 'policy is missing', hint: 'Write it.' },
    ];
    expect(printRows(rows)).toBe(
      'ok      settings  base\nfailed  limits          policy is missing\n    Write it.\n',
    );
    expect(exitCodeOf(rows.slice(0, 1))).toBe(0);
  });
});
