import { base58 } from '@scure/base';
import {
  checkTransactionSize,
  setComputeUnitLimit,
  setComputeUnitPrice,
} from '@portage/solana/transaction';
import { solanaCodec } from '@portage/solana/codec';
import { depositoryAddresses, programs } from '@portage/solana/program';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decodeSweep, encodeSweep, sweptMax } from './sweepCall.js';
import { sweepInstructions } from './sweepInstructions.js';

const address = (byte: number): string => base58.encode(new Uint8Array(32).fill(byte));
const owner = { orderId: `0x${'0d'.repeat(32)}`, depositor: address(1) };

it('a stored sweep is read back as it was written', () => {
  const amounts = fc.array(
    fc.record({
      currency: fc
        .uint8Array({ minLength: 32, maxLength: 32 })
        .map((bytes) => base58.encode(bytes)),
      amount: fc.bigInt(1n, (1n << 64n) - 1n),
    }),
    { minLength: 1, maxLength: sweptMax },
  );
  fc.assert(
    fc.property(amounts, (held) => {
      const terms = { owner, amounts: held };
      expect(decodeSweep(encodeSweep(terms))).toEqual(terms);
    }),
  );
});

it.each([
  ['nothing', '0x'],
  ['an owner alone', `0x${'01'.repeat(64)}`],
  ['half an amount', `0x${'01'.repeat(100)}`],
  ['too many amounts', `0x${'01'.repeat(64 + 40 * (sweptMax + 1))}`],
])('%s is no sweep', (_, data) => {
  expect(() => decodeSweep(data)).toThrow();
});

it('R12: the largest sweep fits a transaction', () => {
  const depository = address(2);
  const amounts = Array.from({ length: sweptMax }, (_, place) => ({
    currency: address(10 + place),
    amount: 1n,
  }));
  const place = {
    tokenProgramOf: () => programs.token,
    depository,
    addresses: depositoryAddresses(depository),
    address: address(3),
    solver: address(4),
  };
  const native = { currency: solanaCodec.nativeCurrency, amount: 1n };
  for (const held of [amounts, [native, ...amounts.slice(1)]])
    expect(() => {
      checkTransactionSize(address(4), [
        setComputeUnitLimit(300_000),
        setComputeUnitPrice(1_000_000n),
        ...sweepInstructions({ owner, amounts: held }, place),
      ]);
    }).not.toThrow();
});
