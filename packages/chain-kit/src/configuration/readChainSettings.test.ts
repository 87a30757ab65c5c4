import { bytesToHex, hexToBytes, isPortageError } from '@portage/core';
import { defineCodec } from '@portage/core/plugin';
import { expect, test } from 'vitest';
import { chainFacts } from './chainFacts.js';
import { readChainSettings, type FamilySettings } from './readChainSettings.js';

const codec = defineCodec({
  vm: 'mychain',
  nativeCurrency: 'my0000',
  addressHint: 'An address is my and 4 hex digits.',
  parseAddress: (text) =>
    /^my[0-9a-f]{4}$/i.test(text) ? hexToBytes(`0x${text.slice(2).toLowerCase()}`) : undefined,
  printAddress: (bytes) => `my${bytesToHex(bytes).slice(2)}`,
  parseTransactionId: (text) => text,
});
const native = { id: 'my', symbol: 'MY', name: 'My', address: 'my0000', decimals: 6 };
const written = {
  vm: 'mychain',
  id: 7,
  slug: 'mychain',
  name: 'My chain',
  rpcUrls: ['https://one.example', 'https://two.example.org'],
  assets: [native],
  finality: [{ confirmations: 3 }],
};

function read(input: object): FamilySettings {
  return readChainSettings(input, { codec, finality: [{ confirmations: 1 }], pollMs: 100 });
}

test('what an operator leaves out has a default', () => {
  expect(read(written)).toMatchObject({ pollMs: 100, finality: [{ confirmations: 3 }] });
  expect(read({ ...written, finality: undefined, devnet: true })).toMatchObject({
    finality: [{ confirmations: 1 }],
  });
});

test('F13: a chain without tiers is refused, with an example of them, unless it is a devnet', () => {
  expect(() => read({ ...written, finality: undefined })).toThrow(
    expect.objectContaining({
      code: 'INVALID_CONFIGURATION',
      message: expect.stringMatching(/^finality: is missing.*\[\{"confirmations":1\}\]/) as string,
    }),
  );
  expect(() => read({ ...written, finality: [{ confirmations: 'safe' }] })).toThrow(/finality/);
});

test('a misspelled member, another family and an address in a second spelling are refused', () => {
  for (const [input, path] of [
    [{ ...written, rpcUrl: 'https://one.example' }, 'rpcUrl'],
    [{ ...written, vm: 'other' }, 'vm'],
    [{ ...written, assets: [{ ...native, address: 'MY0000' }] }, 'assets.0.address'],
  ] as const)
    expect(() => read(input)).toThrow(
      expect.toSatisfy(
        (error: unknown) =>
          isPortageError(error, 'INVALID_CONFIGURATION') && error.message.includes(path),
      ),
    );
});

test('no payment goes to the depository, to the solver or to a currency', () => {
  const facts = chainFacts(read(written), { codec, depository: 'my00d0', solver: 'my0051' });
  expect(facts.info).toMatchObject({ vmType: 'mychain', contracts: { depository: 'my00d0' } });
  for (const recipient of ['my00d0', 'MY0051', 'my0000'])
    expect(() => facts.checkRecipient(recipient)).toThrow(
      expect.objectContaining({ code: 'INVALID_RECIPIENT' }),
    );
  expect(() => facts.checkRecipient('my1234')).not.toThrow();
});
