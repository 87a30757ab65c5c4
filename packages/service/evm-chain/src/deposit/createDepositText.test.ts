import { keccak_256 } from '@noble/hashes/sha3';
import { zeroAddress, type OriginSwap } from '@portage/core';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createDeposits } from './createDeposits.js';

const hex = (length: number) =>
  fc
    .uint8Array({ minLength: length, maxLength: length })
    .map((bytes): `0x${string}` => `0x${Buffer.from(bytes).toString('hex')}`);
const address = hex(20);
const amount = fc.bigInt(0n, 2n ** 256n - 1n);
const swap = fc.record({
  currency: fc.oneof(fc.constant(zeroAddress), address),
  amount,
  calls: fc.constant([]),
  gas: fc.nat(),
  minimum: amount,
  refundTo: address,
  deadline: fc.nat(),
}) satisfies fc.Arbitrary<OriginSwap>;
const input = fc.record({
  requestId: hex(32),
  orderId: hex(32),
  payer: address,
  currency: fc.oneof(fc.constant(zeroAddress), address),
  amount,
  swap: fc.option(swap, { nil: undefined, freq: 4 }),
  depositAddress: fc.option(address, { nil: undefined, freq: 4 }),
});
const chain = fc.record({
  chainId: fc.nat(),
  chainName: fc.string({ unit: 'binary' }),
  depository: address,
  fees: fc.option(fc.record({ maxFeePerGas: amount, maxPriorityFeePerGas: amount }), {
    nil: undefined,
  }),
  symbol: fc.string({ unit: 'binary' }),
});

it('prints what JSON.stringify prints of the steps, time and again', () => {
  fc.assert(
    fc.property(
      chain,
      fc.array(input, { minLength: 1, maxLength: 3 }),
      ({ symbol, fees, ...options }, inputs) => {
        const plans = {
          router: `0x${'a1'.repeat(20)}`,
          approvalProxy: `0x${'b2'.repeat(20)}`,
          keccak: keccak_256,
        };
        const deposits = createDeposits({
          ...options,
          plans,
          symbolOf: (currency) => symbol + currency,
          fees: () => fees,
        });
        for (const each of [...inputs, ...inputs])
          expect(deposits.stepsText?.(each)).toBe(JSON.stringify(deposits.steps(each)));
      },
    ),
  );
});
