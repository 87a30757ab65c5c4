import { solanaCodec } from '@portage/solana/codec';
import { programs } from '@portage/solana/program';
import { expect, it } from 'vitest';
import { callUnits, computeUnitLimit, operationCost } from './computeUnits.js';

const currency = solanaCodec.nativeCurrency;
const call = { to: 'program', value: 0n, data: '0x00' };
const market = {
  price: 1_000_000n,
  rent: { wallet: 1n, marker: 2n, token: 3n, extendedToken: 4n },
};
const tokenProgramOf = (): string => programs.token;

it('calls of a fill are asked for and paid for whole, beside the payment', () => {
  const plain = computeUnitLimit({ type: 'fill', currency });
  expect(computeUnitLimit({ type: 'fill', currency, callsGas: 70_000 })).toBe(plain + 70_000);
  const cost = (calls: readonly (typeof call)[], callsGas?: number): bigint =>
    operationCost({ type: 'fill', currency, calls, callsGas }, market, tokenProgramOf);
  expect(cost([call], 70_000) - cost([])).toBe(70_000n);
  // Two that name nothing.
  expect(cost([call, call]) - cost([])).toBe(400_000n);
});

it('a fill without calls has no units for them', () => {
  expect(callUnits({ calls: [], callsGas: 70_000 })).toBeUndefined();
  expect(callUnits({ calls: [call], callsGas: 0 })).toBe(0);
});
