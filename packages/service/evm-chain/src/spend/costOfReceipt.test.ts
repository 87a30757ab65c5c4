import { expect, it } from 'vitest';
import { costOfReceipt } from './costOfReceipt.js';

const gas = { gasUsed: '0x652', effectiveGasPrice: '0x3' };
/** Figures of op-geth's own test: `core/types/rollup_cost_test.go`. */
const operator = {
  operatorFeeScalar: `0x${1_439_103_868n.toString(16)}`,
  operatorFeeConstant: `0x${1_256_417_826_609_331_460n.toString(16)}`,
};

it('counts gas alone where a chain takes nothing beside it', () => {
  expect(costOfReceipt(gas)).toBe(1_618n * 3n);
  expect(costOfReceipt({ ...gas, l1Fee: null, operatorFeeScalar: null })).toBe(1_618n * 3n);
});

it('counts the fee for data', () => {
  expect(costOfReceipt({ ...gas, l1Fee: '0x64' })).toBe(1_618n * 3n + 100n);
});

it('counts the operator’s fee as Isthmus does', () => {
  const fee = 1_256_417_826_611_659_930n;
  expect(costOfReceipt({ ...gas, ...operator, l1Fee: '0x64' })).toBe(1_618n * 3n + 100n + fee);
});

it('counts the operator’s fee as Jovian does', () => {
  const fee = 1_618n * 1_439_103_868n * 100n + 1_256_417_826_609_331_460n;
  const jovian = { ...gas, ...operator, daFootprintGasScalar: '0x190' };
  expect(costOfReceipt(jovian)).toBe(1_618n * 3n + fee);
});
