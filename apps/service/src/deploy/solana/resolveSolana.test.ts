import { solanaCodec } from '@portage/solana/codec';
import { describe, expect, test } from 'vitest';
import { missingChunks } from './carryOutSolana.js';
import { compareProgram, planPrograms } from './programSet.js';
import { resolveSolana, type ResolveSolanaOptions } from './resolveSolana.js';
import { solanaDeployChains } from './solanaDeployChains.js';
import { parseSolanaSettings } from './solanaSettings.js';

const account = (digit: string): string =>
  solanaCodec.decodeAddress(new Uint8Array(32).fill(Number(digit)));
const [deployer, owner, guardian, allocator] = ['2', '3', '4', '5'].map(account);
const given = { owner, guardian, allocator, upgradeAuthority: null, limitUsd: '1000' };
const [chain] = solanaDeployChains(
  [
    {
      vm: 'svm',
      id: 7,
      slug: 'solana',
      rpcUrls: ['https://rpc.example/', { url: 'https://rpc.example.org/' }],
      assets: [
        { id: 'sol', symbol: 'SOL', decimals: 9, address: '11111111111111111111111111111111' },
        { id: 'usdc', symbol: 'USDC', decimals: 6, address: account('6') },
      ],
      programs: { depository: '<address>', filler: account('7') },
    },
  ],
  undefined,
);

function resolve(changes: Partial<ResolveSolanaOptions> = {}, settings: object = {}) {
  return resolveSolana(chain!, {
    settings: parseSolanaSettings({ ...given, ...settings }),
    deployer: deployer!,
    prices: new Map([
      ['sol', 100n * 10n ** 12n],
      ['usdc', 10n ** 12n],
    ]),
    recorded: undefined,
    ...changes,
  });
}

describe('arguments of a deployment on Solana', () => {
  test('the limit of all currencies is the least that one of them wants', () => {
    expect(resolve().programs).toMatchObject({ capacity: 1_000_000_000n, window: 86_400n });
    const usd = { limitsUsd: { sol: '0.05' } };
    expect(resolve({}, usd).programs.capacity).toBe(500_000n);
  });

  test('what was recorded stays, whatever prices do', () => {
    const recorded = resolve().programs;
    const later = resolve({ recorded, prices: new Map([['sol', 10n ** 12n]]) });
    expect(later).toMatchObject({ programs: recorded, isRecorded: true });
  });

  test.each([
    ['upgradeAuthority', { upgradeAuthority: owner }],
    ['owner', { owner: account('8') }],
    ['salt', { salt: 'second' }],
    ['window', { windowSeconds: 60 }],
  ])('another %s than was recorded is refused', (name, settings) => {
    const recorded = resolve().programs;
    expect(() => resolve({ recorded }, settings)).toThrow(`${name}: is `);
  });

  test.each([
    ['no upgrade authority', { upgradeAuthority: undefined }],
    ['an EVM address', { owner: `0x${'11'.repeat(20)}` }],
    ['nobody as the guardian', { guardian: '11111111111111111111111111111111' }],
    ['one account as owner and allocator', { owner: allocator }],
  ])('settings with %s are refused', (_, settings) => {
    expect(() => parseSolanaSettings({ ...given, ...settings })).toThrow();
  });

  test('programs that are still to be filled in are left out', () => {
    expect(chain).toMatchObject({
      programs: { filler: account('7') },
      urls: ['https://rpc.example/', 'https://rpc.example.org/'],
    });
  });
});

describe('bytes of a program', () => {
  const bytes = Uint8Array.from({ length: 2_000 }, (_, index) => (index < 900 ? 1 : 0));

  test('chunks that a buffer has, and those of zeros, are not written', () => {
    expect(missingChunks(bytes, undefined).map(({ offset }) => offset)).toEqual([0]);
    expect(missingChunks(bytes, bytes)).toEqual([]);
    const damaged = Uint8Array.from(bytes);
    damaged[1_999] = 1;
    expect(missingChunks(bytes, damaged).map(({ offset }) => offset)).toEqual([1_800]);
  });

  test('one changed byte is named, and padding with zeros is none', () => {
    const padded = new Uint8Array(3_000);
    padded.set(bytes);
    expect(compareProgram(padded, bytes)).toBeUndefined();
    padded[2_500] = 9;
    expect(compareProgram(padded, bytes)).toContain('byte 2500 of the program is 0x09');
    expect(compareProgram(bytes.subarray(1), bytes)).toContain('has 1999 bytes');
  });

  test('addresses follow from the account and the salt', () => {
    const all = ['', 'second'].flatMap((salt) => planPrograms({ deployer: deployer!, salt }));
    expect(new Set(all.flatMap(({ address, buffer }) => [address, buffer])).size).toBe(8);
  });
});
