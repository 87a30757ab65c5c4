import { hexToBytes } from '@portage/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { signerKey, signerVectors } from '../../test/vectors.js';
import { sign, verify } from '../signature/index.js';
import {
  amountMax,
  changePubKeyOwnerText,
  checkTransfer,
  hashAuthToken,
  hashChangePubKey,
  hashTransfer,
  readChangePubKey,
  readTransfer,
  transactionId,
  transferOwnerText,
  writeAuthToken,
  writeChangePubKey,
  writeTransfer,
  type Transfer,
} from './index.js';

const chainId = 304;
const publicKey = hexToBytes(signerKey.publicKey);
const { transfer } = readTransfer(signerVectors.transfer.txInfo);

describe("transactions of the exchange's own signer", () => {
  it.each(['transfer', 'ownTransfer'] as const)('%s is read, hashed and written alike', (name) => {
    const { txInfo, hash } = signerVectors[name];
    const signed = readTransfer(txInfo);
    const message = hashTransfer(signed.transfer, chainId);
    expect(transactionId(message)).toBe(hash);
    expect(verify(signed.signature, message, publicKey)).toBe(true);
    expect(writeTransfer(signed)).toBe(txInfo);
  });

  it('carry the owner’s signature in one form, however its wallet writes it', () => {
    const digits = `0x${'ab'.repeat(32)}${'11'.repeat(32)}`;
    const signed = readTransfer(signerVectors.transfer.txInfo);
    const registered = readChangePubKey(signerVectors.changePubKey.txInfo);
    for (const [raw, last] of [
      ['00', '1b'],
      ['01', '1c'],
    ] as const) {
      const [ownerSignature, canonical] = [`${digits}${raw}`, `${digits}${last}`];
      const writtenTransfer = readTransfer(writeTransfer({ ...signed, ownerSignature }));
      expect(writtenTransfer.ownerSignature).toBe(canonical);
      const writtenKey = readChangePubKey(writeChangePubKey({ ...registered, ownerSignature }));
      expect(writtenKey.ownerSignature).toBe(canonical);
    }
  });

  it('the text of the owner of a transfer', () => {
    expect(transferOwnerText(transfer, chainId)).toBe(signerVectors.transfer.ownerMessage);
  });

  it('a registration of a key is read, hashed and written alike', () => {
    const { txInfo, hash, ownerMessage } = signerVectors.changePubKey;
    const signed = readChangePubKey(txInfo);
    const message = hashChangePubKey(signed.change, chainId);
    expect(signed.change.publicKey).toEqual(publicKey);
    expect(transactionId(message)).toBe(hash);
    expect(verify(signed.signature, message, publicKey)).toBe(true);
    expect(changePubKeyOwnerText(signed.change)).toBe(ownerMessage);
    expect(writeChangePubKey(signed)).toBe(txInfo);
  });
});

const index = fc.integer({ min: 0, max: 2 ** 48 - 2 });
const route = fc.constantFrom(0, 1);
const transfers: fc.Arbitrary<Transfer> = fc.record({
  fromAccountIndex: index,
  apiKeyIndex: fc.integer({ min: 0, max: 254 }),
  toAccountIndex: index,
  assetIndex: fc.integer({ min: 1, max: 62 }),
  fromRouteType: route,
  toRouteType: route,
  amount: fc.bigInt({ min: 1n, max: amountMax }),
  usdcFee: fc.bigInt({ min: 0n, max: amountMax }),
  memo: fc
    .uint8Array({ minLength: 32, maxLength: 32 })
    .map((bytes) => `0x${Buffer.from(bytes).toString('hex')}`),
  expiredAt: fc.integer({ min: 0, max: 2 ** 48 - 1 }),
  nonce: fc.integer({ min: 0, max: 2 ** 48 - 1 }),
});

describe('a transfer', () => {
  it('Q7 keeps every digit of its amounts in its text', () => {
    const signature = new Uint8Array(80).fill(1);
    fc.assert(
      fc.property(transfers, (made) => {
        const text = writeTransfer({ transfer: made, signature });
        expect(readTransfer(text).transfer).toEqual(made);
      }),
    );
    const exact = { ...transfer, amount: 9_007_199_254_740_993n };
    expect(writeTransfer({ transfer: exact, signature })).toContain('"Amount":9007199254740993,');
  });

  it('is hashed with each of its members but the memo, and the owner signs that too', () => {
    const changes: readonly Partial<Transfer>[] = [
      { fromAccountIndex: 1 },
      { apiKeyIndex: 4 },
      { toAccountIndex: 100 },
      { assetIndex: 1 },
      { fromRouteType: 1 },
      { toRouteType: 1 },
      { amount: transfer.amount + 1n },
      { amount: transfer.amount + (1n << 32n) },
      { usdcFee: 1n },
      { usdcFee: 1n << 32n },
      { nonce: 27 },
    ];
    const idOf = (change: Partial<Transfer>): string =>
      transactionId(hashTransfer({ ...transfer, ...change }, chainId));
    const textOf = (change: Partial<Transfer>): string =>
      transferOwnerText({ ...transfer, ...change }, chainId);
    const all = [{}, ...changes];
    expect(new Set([...all, { expiredAt: 1 }].map(idOf)).size).toBe(all.length + 1);
    expect(idOf({ memo: `0x${'11'.repeat(32)}` })).toBe(idOf({}));
    const memo = { memo: `0x${'11'.repeat(32)}` };
    expect(new Set([...all, memo].map(textOf)).size).toBe(all.length + 1);
    expect(transactionId(hashTransfer(transfer, 300))).not.toBe(idOf({}));
  });

  it.each<[string, Partial<Transfer>]>([
    ['fromAccountIndex', { fromAccountIndex: -1 }],
    ['fromAccountIndex', { fromAccountIndex: 2 ** 48 - 1 }],
    ['toAccountIndex', { toAccountIndex: 1.5 }],
    ['apiKeyIndex', { apiKeyIndex: 255 }],
    ['assetIndex', { assetIndex: 0 }],
    ['assetIndex', { assetIndex: 63 }],
    ['fromRouteType', { fromRouteType: 2 as 1 }],
    ['amount', { amount: 0n }],
    ['amount', { amount: amountMax + 1n }],
    ['usdcFee', { usdcFee: -1n }],
    ['memo', { memo: '0x1234' }],
    ['memo', { memo: `0x${'AB'.repeat(32)}` }],
    ['expiredAt', { expiredAt: 2 ** 48 }],
    ['nonce', { nonce: -1 }],
  ])('is refused with a false %s', (name, change) => {
    expect(() => checkTransfer({ ...transfer, ...change })).toThrow(name);
    expect(() => hashTransfer({ ...transfer, ...change }, chainId)).toThrow(name);
  });

  it.each<[string, string, string]>([
    ['an amount as text', '"Amount":2000000', '"Amount":"2000000"'],
    ['an amount with a point', '"Amount":2000000', '"Amount":2000000.5'],
    ['an amount with an exponent that is not whole', '"Amount":2000000', '"Amount":2e-7'],
    ['a member twice', '"Nonce":26', '"Nonce":26,"Nonce":27'],
    ['a memo of 31 numbers', '"Memo":[0,', '"Memo":['],
    ['a memo with 256', '"Memo":[0,', '"Memo":[256,'],
    [
      'attributes, which change what is signed',
      '"L2TxAttributes":null',
      '"L2TxAttributes":{"4":1}',
    ],
    ['a signature that is too short', '"Sig":"9blx', '"Sig":"'],
    ['an owner’s signature that is too short', '"L1Sig":""', '"L1Sig":"0x00"'],
    ['half a text', '"Nonce":26', '"Nonce":'],
  ])('is not read with %s', (_, from, to) => {
    const { txInfo } = signerVectors.transfer;
    expect(txInfo).toContain(from);
    expect(() => readTransfer(txInfo.replace(from, to))).toThrow();
  });

  it('signs as it verifies', () => {
    const message = hashTransfer(transfer, chainId);
    const signature = sign(message, hexToBytes(signerKey.privateKey));
    expect(verify(signature, message, publicKey)).toBe(true);
  });
});

describe('a token', () => {
  const terms = { accountIndex: 712345, apiKeyIndex: 3, deadline: 1_750_000_000 };
  const privateKey = hexToBytes(signerKey.privateKey);

  it('names its terms, and is signed by the key of the account', () => {
    const token = writeAuthToken(terms, privateKey);
    expect(token).toMatch(/^1750000000:712345:3:[0-9a-f]{160}$/);
    const signature = hexToBytes(`0x${token.split(':')[3] ?? ''}`);
    const isOf = (other: Partial<typeof terms>): boolean =>
      verify(signature, hashAuthToken({ ...terms, ...other }), publicKey);
    expect(isOf({})).toBe(true);
    expect([isOf({ deadline: 1_750_000_001 }), isOf({ accountIndex: 712346 })]).toEqual([
      false,
      false,
    ]);
  });

  it('is none of terms out of bounds', () => {
    expect(() => writeAuthToken({ ...terms, apiKeyIndex: 255 }, privateKey)).toThrow();
  });
});
