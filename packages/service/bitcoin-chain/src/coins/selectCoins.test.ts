import { dustLimit, scriptOf } from '@portage/bitcoin/transaction';
import { array, assert, bigInt, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { outpointOf, sumOf, type OwnedCoin } from './coin.js';
import { feeOf, fundWith, selectCoins, sizeOf, type Draft } from './selectCoins.js';

const script = scriptOf('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'mainnet');
const recipient = scriptOf('1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', 'mainnet');

const coinOf = (value: bigint, place: number): OwnedCoin => ({
  txId: place.toString(16).padStart(64, '0'),
  vout: place % 3,
  value,
  script,
});

const draftOf = (amount: bigint, feeRate: bigint): Draft => ({
  inputs: [],
  outputs: [{ script: recipient, value: amount }],
  change: script,
  feeRate,
});

const values = array(bigInt({ min: 294n, max: 10_000_000n }), { maxLength: 12 });
const amounts = bigInt({ min: 546n, max: 20_000_000n });
const rates = bigInt({ min: 1_000n, max: 500_000n });

describe('the coins of a payment', () => {
  it('are worth the outputs and the fee, always', () => {
    assert(
      property(values, amounts, rates, (list, amount, feeRate) => {
        const draft = draftOf(amount, feeRate);
        const coins = list.map(coinOf);
        const funded = selectCoins(draft, coins);
        if (funded === undefined) return;
        expect(sumOf(funded.inputs)).toBe(sumOf(funded.outputs) + funded.fee);
        expect(funded.outputs[0]).toEqual(draft.outputs[0]);
        expect(new Set(funded.inputs.map(outpointOf)).size).toBe(funded.inputs.length);
        const least = feeOf(feeRate, sizeOf(funded.inputs, funded.outputs));
        expect(funded.fee >= least).toBe(true);
        const [, change] = funded.outputs;
        if (change !== undefined) {
          expect(change.value >= dustLimit(script)).toBe(true);
          expect(funded.fee).toBe(least);
        } else {
          // What goes to the fee beside it would be dust.
          const withChange = feeOf(
            feeRate,
            sizeOf(funded.inputs, [...funded.outputs, { script, value: 0n }]),
          );
          expect(funded.fee - withChange < dustLimit(script)).toBe(true);
        }
      }),
    );
  });

  it('are found whenever all of them together are enough', () => {
    assert(
      property(values, amounts, rates, (list, amount, feeRate) => {
        const draft = draftOf(amount, feeRate);
        const coins = list.map(coinOf);
        if (coins.length === 0 || fundWith(draft, coins) === undefined) return;
        expect(selectCoins(draft, coins)).toBeDefined();
      }),
    );
  });

  it('are the same in whatever order they are known', () => {
    assert(
      property(values, amounts, (list, amount) => {
        const coins = list.map(coinOf);
        const draft = draftOf(amount, 5_000n);
        expect(selectCoins(draft, [...coins].reverse())).toEqual(selectCoins(draft, coins));
      }),
    );
  });

  it('match without change where they can, and are the largest otherwise', () => {
    const draft = draftOf(10_000n, 1_000n);
    const exact = 10_000n + feeOf(1_000n, sizeOf([coinOf(1n, 1)], draft.outputs));
    const coins = [coinOf(900_000n, 1), coinOf(exact + 293n, 2), coinOf(4_000n, 3)];
    expect(selectCoins(draft, coins)).toMatchObject({
      inputs: [{ value: exact + 293n }],
      outputs: [{ value: 10_000n }],
    });
    expect(selectCoins(draft, [coins[0]!, coins[2]!])?.inputs).toEqual([coins[0]]);
  });
});
