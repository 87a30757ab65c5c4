import { describe, expect, test } from 'vitest';
import type { Configuration } from '../configuration/configuration.js';
import { ceilingRows } from './ceilingRows.js';
import { clockRows } from './clockRows.js';
import { outflowRows } from './outflowRows.js';
import { poolRows } from './poolRows.js';
import { priceRows } from './priceRows.js';

const chain = { vm: 'evm', slug: 'base', assets: [{ id: 'eth' }, { id: 'usdc' }] };
const usd = { eth: '2500', usdc: '1' };
const subjects = (rows: readonly { readonly subject?: string | undefined }[]) =>
  rows.map(({ subject }) => subject);

describe('prices', () => {
  const feeds: Configuration['prices'] = {
    source: 'feeds',
    fixed: usd,
    assets: { eth: { primary: 'http', guard: 'fixed' }, usdc: { primary: 'fixed' } },
  };

  test('a table confirms nothing where a chain is no devnet', () => {
    expect(priceRows({ chains: [chain], prices: feeds })).toEqual([
      expect.objectContaining({
        subject: 'prices.assets.eth.guard',
        result: 'warning',
        message: expect.stringContaining('confirms nothing') as string,
      }),
      expect.objectContaining({ subject: 'prices.assets.usdc.primary', result: 'warning' }),
    ]);
    const prices = { source: 'fixed', usd } as const;
    expect(subjects(priceRows({ chains: [chain], prices }))).toEqual([
      'prices.usd.eth',
      'prices.usd.usdc',
    ]);
  });

  test('a table is fine on a devnet', () => {
    const chains = [{ ...chain, devnet: true }];
    expect(priceRows({ chains, prices: feeds })).toEqual([{ check: 'prices', result: 'ok' }]);
  });
});

test('a chain without a ceiling of a fill is told, but a devnet and one that names it', () => {
  const chains = [
    chain,
    { ...chain, slug: 'solana', vm: 'svm' },
    { ...chain, slug: 'local', devnet: true },
    { ...chain, slug: 'polygon', fillUsdMax: 7 },
    { ...chain, slug: 'exchange', vm: 'hypevm' },
  ];
  expect(subjects(ceilingRows({ chains }))).toEqual(['base', 'solana']);
});

test('pools that no factory vouches for are told, but on a devnet', () => {
  const source = { id: 'uniswap-v3', pools: ['0x01'] };
  const poolPrices = { assets: { eth: { pool: '0x01' } } };
  const base = { ...chain, swapSources: [source], poolPrices };
  const named = { ...base, swapSources: [{ ...source, factory: '0x02' }], poolPrices: undefined };
  expect(poolRows({ chains: [base, { ...base, devnet: true }, named, chain] })).toEqual([
    expect.objectContaining({
      subject: 'base',
      result: 'warning',
      message: expect.stringContaining('swapSources.uniswap-v3, poolPrices.assets.eth') as string,
    }),
  ]);
});

test('a limit that another one makes meaningless is told', () => {
  const policy = {
    outflows: { hourMicroUsdMax: 25n, dayMicroUsdMax: 24n, recipientMicroUsdMax: 26n },
  };
  expect(subjects(outflowRows({ policy }))).toEqual([
    'policy.outflows.recipientMicroUsdMax',
    'policy.outflows.hourMicroUsdMax',
  ]);
  const sound = {
    outflows: { ...policy.outflows, dayMicroUsdMax: 25n, recipientMicroUsdMax: 25n },
  };
  expect(outflowRows({ policy: sound })).toEqual([]);
});

test('a clock that is off a chain by more than half a minute fails', () => {
  const now = 1_800_000_000_000;
  const at = (time: number) => ({
    keepsTime: true,
    observe: { tip: () => ({ value: { time }, observedAt: now }) },
  });
  const question = { subject: 'base', now };
  expect(clockRows(at(1_799_999_990), question)).toEqual([
    { check: 'clock', subject: 'base', result: 'ok' },
  ]);
  expect(clockRows(at(1_799_999_900), question)).toEqual([
    expect.objectContaining({
      result: 'failed',
      message: expect.stringContaining('ahead') as string,
    }),
  ]);
});
