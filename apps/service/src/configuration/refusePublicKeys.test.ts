import { createHash } from 'node:crypto';
import { publicSecrets } from '@portage/devnet';
import { generatePrivateKey } from 'viem/accounts';
import { expect, it } from 'vitest';
import { chain, input } from '../../test/smallConfiguration.js';
import { parseConfiguration } from './configuration.js';
import { publicKeyDigests } from './publicKeyDigests.js';
import { isPublicKey, refusePublicKeys } from './refusePublicKeys.js';

const [known = ''] = publicSecrets(1);
const family = parseConfiguration(input).chains[0]!.vm;

/** Refuses, or not, a configuration with this key. */
const refuse = (names: object, devnet?: boolean) => (): void => {
  const { chains } = parseConfiguration({ ...input, chains: [{ ...chain, devnet }] });
  refusePublicKeys({ chains, keys: names as Record<string, Record<string, string>> });
};

it('CB15: a chain that is no devnet does not start with keys that everybody knows', () => {
  const fault = (path: string): unknown =>
    expect.objectContaining({
      code: 'INVALID_CONFIGURATION',
      message: `${path}: is a key that everybody knows`,
    });
  const own = generatePrivateKey();
  expect(refuse({ [family]: { solver: own, allocator: known } })).toThrow(
    fault(`keys.${family}.allocator`),
  );
  expect(refuse({ orders: { key: known } })).toThrow(fault('keys.orders.key'));
  expect(refuse({ [family]: { solver: known } })).not.toThrow(known);
  expect(refuse({ [family]: { solver: own }, other: { solver: known } })).not.toThrow();
  expect(refuse({ [family]: { solver: known } }, true)).not.toThrow();
});

it.each([
  ['of the devnet without 0x', known.slice(2)],
  ['of the devnet in capitals', `0x${known.slice(2).toUpperCase()}`],
  ['among others', `7:2:${known.slice(2)}:${'ab'.repeat(16)}`],
  ['that is a small number', `0x${'0'.repeat(60)}beef`],
  ['of one byte', `0x${'11'.repeat(32)}`],
])('CB15: everybody knows a key %s', (_, text) => {
  expect(isPublicKey(text)).toBe(true);
});

it('CB15: nobody knows a key that is drawn, nor an address', () => {
  expect(isPublicKey(generatePrivateKey())).toBe(false);
  expect(isPublicKey(`address:0x${'11'.repeat(20)}`)).toBe(false);
});

it('CB15: the keys of a devnet are all known, of each family', () => {
  const digest = (secret: string): string =>
    createHash('sha256').update(secret.replace(/^0x/, '')).digest('hex').slice(0, 16);
  expect([...publicKeyDigests]).toEqual([...new Set(publicSecrets(20).map(digest))].sort());
});
