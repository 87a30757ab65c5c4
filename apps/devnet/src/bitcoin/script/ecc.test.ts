import { initEccLib } from 'bitcoinjs-lib';
import { expect, test } from 'vitest';
import { ecc } from './ecc.js';

test('the curve passes the check of the library of transactions', () => {
  // Only a curve that is not known yet is checked.
  initEccLib(undefined);
  expect(() => initEccLib({ ...ecc, isXOnlyPoint: () => false })).toThrow();
  expect(() => initEccLib(ecc)).not.toThrow();
});
