import fc from 'fast-check';
import { encodeAbiParameters, getAddress, type Hex } from 'viem';
import { describe, expect, it } from 'vitest';
import { decodeOrderCall, encodeOrderCall, evmCodec } from './codec.js';
import { createServiceCodec } from '../../service/evm-chain/src/createServiceCodec.js';
import { createKeccak } from '../../service/evm-chain/src/hash/createKeccak.js';

const bytes = (length: number) =>
  fc
    .uint8Array({ minLength: length, maxLength: length })
    .map((value): Hex => `0x${Buffer.from(value).toString('hex')}`);
const data = fc
  .uint8Array({ maxLength: 200 })
  .map((value): Hex => `0x${Buffer.from(value).toString('hex')}`);

describe.each([
  ['evmCodec', evmCodec],
  ['its fast twin in the service', createServiceCodec(await createKeccak())],
])('%s', (_, codec) => {
  it('reads every spelling that viem writes, and no other mixed case', () => {
    fc.assert(
      fc.property(bytes(20), fc.nat(), (address, seed) => {
        const checksummed = getAddress(address);
        expect(codec.normalizeAddress(checksummed)).toBe(address);
        expect(codec.normalizeAddress(`0x${address.slice(2).toUpperCase()}`)).toBe(address);
        expect(codec.decodeAddress(codec.encodeAddress(checksummed))).toBe(address);
        const letters = Array.from({ length: 40 }, (_, index) => index + 2).filter((index) =>
          /[a-f]/i.test(checksummed.charAt(index)),
        );
        const at = letters[seed % letters.length];
        if (at === undefined) return;
        const letter = checksummed.charAt(at);
        const flipped =
          letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
        const wrong = checksummed.slice(0, at) + flipped + checksummed.slice(at + 1);
        // All letters of one case are no checksum, and are taken as they are.
        const digits = wrong.slice(2);
        if (digits !== digits.toLowerCase() && digits !== digits.toUpperCase())
          expect(() => codec.normalizeAddress(wrong)).toThrow(
            expect.objectContaining({ code: 'INVALID_ADDRESS' }),
          );
      }),
    );
  });

  it.each([
    '',
    '0x',
    '0x12',
    'vitalik.eth',
    `0x${'g'.repeat(40)}`,
    '5aaeb6053f3e94c9b9a09f33669435e7ef1beaed',
  ])('refuses %j', (text) => {
    expect(() => codec.normalizeAddress(text)).toThrow(
      expect.objectContaining({ code: 'INVALID_ADDRESS' }),
    );
  });
});

describe('the codec of the service', () => {
  it('judges a spelling once, forgets what did not come lately, and remembers nothing wrong', async () => {
    const keccak = await createKeccak();
    let hashed = 0;
    const codec = createServiceCodec((input) => {
      hashed += 1;
      return keccak(input);
    });
    const right = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
    const wrong = right.replace('F6F4', 'f6F4');
    for (let time = 0; time < 3; time += 1)
      expect(codec.normalizeAddress(right)).toBe(right.toLowerCase());
    expect(hashed).toBe(1);
    for (let time = 0; time < 3; time += 1)
      expect(() => codec.normalizeAddress(wrong)).toThrow(
        expect.objectContaining({ code: 'INVALID_ADDRESS' }),
      );
    expect(hashed).toBe(4);
    for (let other = 0n; other < 8_192n; other += 1n)
      codec.normalizeAddress(`0xA${other.toString(16).padStart(39, '0').toUpperCase()}`);
    hashed = 0;
    expect(codec.normalizeAddress(right)).toBe(right.toLowerCase());
    expect(hashed).toBe(1);
  });
});

describe('order calls', () => {
  it('are encoded as three tuples of one field, as viem does it', () => {
    fc.assert(
      fc.property(
        bytes(20),
        data,
        fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
        (to, calldata, value) => {
          const expected = encodeAbiParameters(
            [
              { type: 'tuple', components: [{ name: 'to', type: 'address' }] },
              { type: 'tuple', components: [{ name: 'data', type: 'bytes' }] },
              { type: 'tuple', components: [{ name: 'value', type: 'uint256' }] },
            ],
            [{ to }, { data: calldata }, { value }],
          );
          expect(encodeOrderCall({ to, data: calldata, value })).toBe(expected);
          expect(decodeOrderCall(expected)).toEqual({ to, data: calldata, value });
        },
      ),
    );
  });

  it('have one encoding only', () => {
    const encoded = encodeOrderCall({ to: `0x${'11'.repeat(20)}`, data: '0xabcd', value: 1n });
    for (const wrong of [
      '0x',
      encoded.slice(0, -2),
      `${encoded}00`,
      `${encoded.slice(0, -1)}1`,
      encoded.replace('0x', '0x1'),
      `${encoded.slice(0, 66)}${'f'.repeat(64)}${encoded.slice(130)}`,
    ]) {
      expect(() => decodeOrderCall(wrong)).toThrow(
        expect.objectContaining({ code: 'INVALID_EXTRA_TXS' }),
      );
    }
    expect(() => encodeOrderCall({ to: `0x${'11'.repeat(20)}`, data: '0xabc', value: 1n })).toThrow(
      expect.objectContaining({ code: 'INVALID_EXTRA_TXS' }),
    );
  });
});
