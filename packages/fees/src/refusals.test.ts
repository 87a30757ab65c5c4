import { isPortageError, Money } from '@portage/core';
import { expect, it } from 'vitest';
import {
  applySlippage,
  formatPercent,
  parseFixedRate,
  splitAppFees,
  sponsorFees,
  type SponsorTerms,
} from './index.js';

const whole = Money.wholeBpsE24;
const totals = { execution: 60n, swap: 40n, 'the service': 0n, app: 0n, rent: 0n };
const sponsor = (terms: Partial<SponsorTerms>): ReturnType<typeof sponsorFees> =>
  sponsorFees(totals, {
    components: ['execution', 'swap'],
    bps: 10_000n,
    cap: undefined,
    ...terms,
  });

it.each([
  ['of less than nothing', -1n, []],
  ['of less than nothing, with a fee', -1n, [{ recipient: 'a', bpsE24: 1n }]],
  ['of a negative share', 1n, [{ recipient: 'a', bpsE24: -1n }]],
  [
    'of a negative share beside a positive one',
    1n,
    [
      { recipient: 'a', bpsE24: -1n },
      { recipient: 'b', bpsE24: 2n },
    ],
  ],
  [
    'of more than all together',
    1n,
    [
      { recipient: 'a', bpsE24: whole },
      { recipient: 'b', bpsE24: 1n },
    ],
  ],
])('app fees %s are refused', (_, amountIn, fees) => {
  expect(() => splitAppFees(amountIn, fees)).toThrow('between nothing and all');
});

it('app fees of nothing are nothing, and all of the input may be one', () => {
  expect(splitAppFees(0n, [])).toEqual({ shares: [], total: 0n });
  expect(splitAppFees(0n, [{ recipient: 'a', bpsE24: whole }]).total).toBe(0n);
  expect(splitAppFees(7n, [{ recipient: 'a', bpsE24: whole }]).total).toBe(7n);
});

it.each([
  [-1n, 100n],
  [1n, -1n],
  [1n, 10_001n],
  [-1n, -1n],
])('a slippage of %s by %s basis points is refused', (amount, bps) => {
  expect(() => applySlippage(amount, bps)).toThrow('between nothing and all');
});

it('slippage takes nothing of nothing, and at the most all', () => {
  expect(applySlippage(0n, 10_000n)).toEqual({ minimumAmount: 0n, value: 0n });
  expect(applySlippage(5n, 10_000n)).toEqual({ minimumAmount: 0n, value: 5n });
  expect(applySlippage(5n, 0n)).toEqual({ minimumAmount: 5n, value: 0n });
});

it.each(['x1:1', '1x:1', '1:1x', '1:x1', '1', '1:', ''])(
  'the fixed rate %j is refused at its place',
  (text) => {
    expect(() => parseFixedRate(text)).toThrow(
      expect.toSatisfy(
        (error: unknown) =>
          isPortageError(error, 'INVALID_REQUEST') && error.message.includes('colon between them'),
      ),
    );
  },
);

it('zero percent is "0", and what is below it has its sign', () => {
  expect([0n, 1n, -1n, 100n, -12_345n].map(formatPercent)).toEqual([
    '0',
    '0.01',
    '-0.01',
    '1.00',
    '-123.45',
  ]);
});

it.each([{ bps: -1n }, { bps: 10_001n }, { cap: -1n }])('a sponsor of %o is refused', (terms) => {
  expect(() => sponsor(terms)).toThrow('between nothing and all');
});

it('a sponsor of all or nothing pays nothing where its cap leaves a part', () => {
  expect(sponsor({ cap: 99n })).toMatchObject({ capHit: true, sponsoredTotal: 99n });
  expect(sponsor({ cap: 99n, isAllOrNothing: true })).toMatchObject({
    capHit: true,
    sponsoredTotal: 0n,
    userPaysTotal: 100n,
  });
  expect(sponsor({ cap: 100n, isAllOrNothing: true })).toMatchObject({
    capHit: false,
    sponsoredTotal: 100n,
    userPaysTotal: 0n,
  });
  expect(sponsor({ cap: 0n })).toMatchObject({ capHit: true, sponsoredTotal: 0n });
});
