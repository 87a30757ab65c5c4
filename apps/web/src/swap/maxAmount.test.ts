import { expect, it } from 'vitest';
import { maxAmountOf } from './maxAmount.js';

const ether = 10n ** 18n;

it('gas that is known stays, with a margin, and nothing more', () => {
  const gas = 10n ** 12n;
  expect(maxAmountOf({ balance: ether, gas, vmType: 'evm' })).toBe(ether - 2n * gas);
  expect(maxAmountOf({ balance: 100_000_000n, gas: 4_000n, vmType: 'bvm' })).toBe(99_995_000n);
});

it('an account on Solana keeps its rent', () => {
  expect(maxAmountOf({ balance: 10n ** 9n, gas: 5_000n, vmType: 'svm' })).toBe(
    10n ** 9n - 6_250n - 890_880n,
  );
});

it('where no gas is burnt, all is paid', () => {
  expect(maxAmountOf({ balance: 5n, gas: 0n, vmType: 'lvm' })).toBe(5n);
});

it('a balance below its gas pays nothing', () => {
  expect(maxAmountOf({ balance: 5n, gas: 6n, vmType: 'evm' })).toBe(0n);
});

it('where the gas is not known a fiftieth stays', () => {
  expect(maxAmountOf({ balance: ether, gas: undefined, vmType: 'evm' })).toBe((ether / 50n) * 49n);
});
