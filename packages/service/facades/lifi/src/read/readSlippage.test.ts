import { expect, test } from 'vitest';
import { readSlippage } from './readSlippage.js';

test.each([
  [undefined, undefined],
  [0, '0'],
  [0.03, '300'],
  ['0.005', '50'],
  [0.29, '2900'],
  [0.000_19, '1'],
  [5e-7, '0'],
  [1, '10000'],
])('%s of LI.FI is %s basis points, and never more', (share, bps) => {
  expect(readSlippage(share)).toBe(bps);
});

test.each(['-0.1', '1.1', 'much', '1e300', 'NaN', '', ' ', ' 0.1', '0x1', '0b1', '+0.1', '1_0'])(
  '"%s" is refused',
  (share) => {
    expect(() => readSlippage(share)).toThrow('slippage is no share');
  },
);
