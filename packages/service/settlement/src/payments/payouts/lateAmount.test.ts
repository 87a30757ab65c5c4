import { Money } from '@portage/core';
import type { LateTerms } from '../../orders/requests/executionTerms.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lateAmount, type LateMarket } from './lateAmount.js';

const usd = (dollars: bigint): Money.Price => ({ usdE12: dollars * 10n ** 12n });
const payment = { expected: 100_000_000n, minimum: 97_020_000n };
/** 1% slippage, 2% for late gas, 1 dollar was charged for gas. */
const terms: LateTerms = {
  toleranceBps: '200',
  minimum: '99000000',
  gas: '1000000',
  origin: { assetId: 'eth', usdE12: usd(2_000n).usdE12.toString() },
  destination: { assetId: 'usdc', usdE12: usd(1n).usdE12.toString() },
};

/** Gas in thousandths of a dollar, at 2000 dollars for the native currency. */
const market = (gasMilliUsd: bigint, change: Partial<LateMarket> = {}): LateMarket => ({
  gas: gasMilliUsd * 5n * 10n ** 11n,
  native: { decimals: 18, price: usd(2_000n) },
  destination: { decimals: 6, price: usd(1n) },
  origin: usd(2_000n),
  ...change,
});

describe('lateAmount', () => {
  it.each([
    ['pays all while gas costs what was charged', 1_000n, {}, 100_000_000n],
    ['pays no more when gas is cheaper', 0n, {}, 100_000_000n],
    ['takes off what gas costs beyond', 1_500n, {}, 99_500_000n],
    ['takes off all of the tolerance', 3_000n, {}, 98_000_000n],
    ['gives back what gas takes more of', 3_001n, {}, undefined],
    ['pays no more in a better market', 1_000n, { origin: usd(3_000n) }, 100_000_000n],
    ['passes a worse market on within the slippage', 1_500n, { origin: usd(1_990n) }, 99_000_000n],
    ['passes on all of the slippage', 1_000n, { origin: usd(1_980n) }, 99_000_000n],
    ['gives back beyond it', 1_000n, { origin: usd(1_979n) }, undefined],
  ])('%s', (_, gas, change, expected) => {
    expect(lateAmount(payment, terms, market(gas, change))).toBe(expected);
  });

  it.each([
    ['all of the signed minimum', { minimum: 99_500_000n }, 99_500_000n],
    ['nothing where a unit of the signed minimum is missing', { minimum: 99_500_001n }, undefined],
  ])('pays %s', (_, change, expected) => {
    expect(lateAmount({ ...payment, ...change }, terms, market(1_500n))).toBe(expected);
  });

  it('pays nothing rather than an amount of nothing', () => {
    const free = { ...terms, toleranceBps: '10000', minimum: '0', gas: '0' };
    const left = (expected: bigint) => lateAmount({ expected, minimum: 0n }, free, market(1_000n));
    expect(left(1_000_000n)).toBeUndefined();
    expect(left(1_000_001n)).toBe(1n);
  });

  it('never pays below what is signed, nor more than was expected, nor takes more than gas and market explain', () => {
    const price = fc.bigInt(1n, 10n ** 18n).map((usdE12) => ({ usdE12 }));
    const bps = fc.bigInt(0n, 10_000n);
    fc.assert(
      fc.property(
        fc.bigInt(1n, 10n ** 30n),
        bps,
        bps,
        fc.bigInt(0n, 10n ** 24n),
        fc.bigInt(0n, 10n ** 24n),
        price,
        price,
        price,
        price,
        price,
        (
          expected,
          slippage,
          tolerance,
          gas,
          quotedGas,
          native,
          destination,
          origin,
          wasOrigin,
          wasDestination,
        ) => {
          const inTime = expected - (expected * slippage) / 10_000n;
          const minimum = inTime - (inTime * tolerance) / 10_000n;
          const sides = {
            native: { decimals: 18, price: native },
            destination: { decimals: 6, price: destination },
          };
          const late = {
            toleranceBps: tolerance.toString(),
            minimum: inTime.toString(),
            gas: quotedGas.toString(),
            origin: { assetId: 'a', usdE12: wasOrigin.usdE12.toString() },
            destination: { assetId: 'b', usdE12: wasDestination.usdE12.toString() },
          };
          const amount = lateAmount({ expected, minimum }, late, { gas, origin, ...sides });
          if (amount === undefined) return;
          const dearer = Money.convertUp(gas, sides.native, sides.destination) - quotedGas;
          const gasTaken = dearer > 0n ? dearer : 0n;
          expect(
            amount >= minimum &&
              amount <= expected &&
              amount + gasTaken >= inTime &&
              gasTaken * 10_000n <= expected * tolerance,
          ).toBe(true);
        },
      ),
      { numRuns: 2_000 },
    );
  });
});
