import { getAddress, zeroAddress, type Address } from 'viem';
import { describe, expect, test } from 'vitest';
import { addressesOf, planContracts } from './contractSet.js';
import type { DeployAsset, DeployChain } from './deployChains.js';
import type { DeployRecord } from './deployJournal.js';
import { parseDeploymentSettings } from './deploymentSettings.js';
import { resolveArguments, type ResolvedChain } from './resolveArguments.js';

const account = (digit: number): Address => getAddress(`0x${String(digit).repeat(40)}`);
const written = { owner: account(1), guardian: account(2), allocator: account(3) };
const settings = parseDeploymentSettings({ ...written, limitUsd: '1000' });
const prices = new Map([
  ['eth', 2_000n * 10n ** 12n],
  ['pol', 10n ** 11n],
  ['usdc', 10n ** 12n],
]);

function asset(id: string, address: Address, decimals: number): DeployAsset {
  return { id, symbol: id.toUpperCase(), decimals, address };
}

function chain(id: number, native: string, usdc: Address): DeployChain {
  return {
    id,
    slug: `chain-${String(id)}`,
    isDevnet: false,
    urls: ['https://rpc.example/'],
    tipMin: 1n,
    assets: [asset(native, zeroAddress, 18), asset('usdc', usdc, 6)],
    contracts: {},
  };
}

const one = chain(1, 'eth', account(4));
const two = chain(2, 'eth', account(5));
const other = chain(3, 'pol', account(6));

const depositoryOf = ({ depository }: ResolvedChain): Address =>
  addressesOf(planContracts(depository, settings.salt)).Depository;
const recordsOf = (resolved: readonly ResolvedChain[]): readonly DeployRecord[] =>
  resolved.map(({ chain: { id }, depository }) => ({
    kind: 'arguments',
    chainId: id,
    salt: settings.salt,
    depository,
  }));

describe('arguments of chains', () => {
  test('limits are USD at the price, rounded down to units', () => {
    const [first] = resolveArguments([one], { settings, prices, records: [] });
    expect(first?.depository.limits.map(({ asset: id, limit }) => [id, limit.capacity])).toEqual([
      ['eth', 5n * 10n ** 17n],
      ['usdc', 1_000_000_000n],
    ]);
    const third = new Map([['eth', 3_000n * 10n ** 12n]]);
    const [dear] = resolveArguments([one], { settings, prices: third, records: [] });
    expect(dear?.depository.limits[0]?.limit.capacity).toBe(333_333_333_333_333_333n);
  });

  test('addresses are equal where native currencies are, and differ where they differ', () => {
    const resolved = resolveArguments([one, two, other], { settings, prices, records: [] });
    const [first, second, third] = resolved.map(depositoryOf);
    expect(first).toBe(second);
    expect(third).not.toBe(first);
  });

  test('what was recorded stays when prices move', () => {
    const before = resolveArguments([one], { settings, prices, records: [] });
    const moved = new Map([...prices, ['eth', 4_000n * 10n ** 12n]]);
    const records = recordsOf(before);
    const [after] = resolveArguments([one], { settings, prices: moved, records });
    expect(after?.depository).toEqual(before[0]?.depository);
    expect(after?.isRecorded).toBe(true);
  });

  test('a chain that comes later has equal addresses, and its owner sets what is missing', () => {
    const before = resolveArguments([one], { settings, prices, records: [] });
    const moved = new Map([...prices, ['eth', 4_000n * 10n ** 12n]]);
    const given = { settings, prices: moved, records: recordsOf(before) };
    const [, later] = resolveArguments([one, two], given);
    expect(depositoryOf(later!)).toBe(depositoryOf(before[0]!));
    expect(later?.missing.map(({ token }) => token)).toEqual([account(5)]);
    const [apart] = resolveArguments([other], given);
    expect(depositoryOf(apart!)).not.toBe(depositoryOf(before[0]!));
    expect(apart?.missing).toEqual([]);
  });

  test.each([
    ['owner', { owner: account(7) }],
    ['salt', { salt: `0x${'12'.repeat(32)}` }],
    ['reclaimDelaySeconds', { reclaimDelaySeconds: 400_000 }],
  ])('another %s than that of contracts that are begun is refused', (name, changed) => {
    const records = recordsOf(resolveArguments([one], { settings, prices, records: [] }));
    const now = parseDeploymentSettings({ ...written, limitUsd: '1000', ...changed });
    expect(() => resolveArguments([one], { settings: now, prices, records })).toThrow(
      new RegExp(`^${name}: is .* were begun with`),
    );
  });
});

describe('the file of arguments', () => {
  test.each([
    ['guardian', { guardian: written.owner }],
    ['allocator', { allocator: written.owner }],
    ['owner', { owner: zeroAddress }],
    ['owner', { owner: '0x12' }],
    ['reclaimDelaySeconds', { reclaimDelaySeconds: 3_600 }],
    ['limitUsd', { limitUsd: '1,000' }],
    ['salt', { salt: '0x12' }],
  ])('refuses a wrong %s', (name, changed) => {
    expect(() => parseDeploymentSettings({ ...written, limitUsd: '1000', ...changed })).toThrow(
      name,
    );
  });
});
