import { keyWallet } from '@portage/bitcoin';
import { dustLimit, readOrderMark, readPsbt, scriptOf } from '@portage/bitcoin/transaction';
import { array, assert, bigInt, constantFrom, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sumOf } from '../coins/coin.js';
import { sizeOf } from '../coins/selectCoins.js';
import {
  createDepositPsbt,
  planDeposit,
  type DepositTerms,
  type PayerCoin,
} from './planDeposit.js';

const network = 'regtest';
const orderId = `0x${'ab'.repeat(32)}`;
const key = new Uint8Array(32).fill(7);
const vault = scriptOf(await keyWallet(new Uint8Array(32).fill(9), network).address(), network);
const kinds = ['p2wpkh', 'p2sh', 'p2pkh', 'p2tr'] as const;
const scripts = await Promise.all(
  kinds.map(async (kind) => scriptOf(await keyWallet(key, network, kind).address(), network)),
);
const [payerScript = vault] = scripts;

const termsOf = (feeRate: bigint): DepositTerms => ({
  chainId: 8253038,
  network,
  currency: 'btc',
  depository: 'vault',
  vault,
  feeRate,
});

const coinOf = (value: bigint, place: number, isConfirmed = true): PayerCoin => ({
  txId: (place + 1).toString(16).padStart(64, '0'),
  vout: place % 3,
  value,
  script: payerScript,
  isConfirmed,
});

const values = array(bigInt({ min: 546n, max: 10_000_000n }), { maxLength: 12 });
const amounts = bigInt({ min: 294n, max: 20_000_000n });
const rates = bigInt({ min: 1_000n, max: 500_000n });

describe('the transaction of a deposit', () => {
  it('spends exactly the amount, the change and the fee of its size', () => {
    assert(
      property(
        values,
        amounts,
        rates,
        constantFrom(...scripts),
        (list, amount, feeRate, script) => {
          const coins = list.map((value, place) => ({ ...coinOf(value, place), script }));
          const held = sumOf(coins);
          const plan = (): ReturnType<typeof planDeposit> =>
            planDeposit({ script, coins }, { orderId, amount }, termsOf(feeRate));
          if (held < amount) {
            expect(plan).toThrow(expect.objectContaining({ code: 'INSUFFICIENT_FUNDS' }));
            return;
          }
          // Coins that are not worth their own fee may not be enough.
          if (held < amount + feeRate * 2n) return;
          const { inputs, outputs, fee } = plan();
          const [paid, mark, change] = outputs;
          expect(paid).toEqual({ script: vault, value: amount });
          expect(mark?.value).toBe(0n);
          expect(readOrderMark(mark?.script ?? vault, network)).toEqual({ orderIds: [orderId] });
          expect(sumOf(inputs)).toBe(amount + (change?.value ?? 0n) + fee);
          const size = BigInt(sizeOf(inputs, outputs));
          expect(fee * 1_000n >= feeRate * size).toBe(true);
          if (change === undefined) return;
          expect(change.script).toEqual(script);
          expect(change.value >= dustLimit(script)).toBe(true);
          // Rounded up to a satoshi, and no more.
          expect(fee * 1_000n < feeRate * size + 1_000n).toBe(true);
        },
      ),
    );
  });

  it('spends coins that wait for a block only where the others are not enough', () => {
    const coins = [coinOf(50_000n, 0), coinOf(900_000n, 1, false)];
    const spent = (amount: bigint): readonly bigint[] =>
      planDeposit({ script: payerScript, coins }, { orderId, amount }, termsOf(1_000n)).inputs.map(
        ({ value }) => value,
      );
    expect(spent(20_000n)).toEqual([50_000n]);
    expect(spent(200_000n)).toEqual([900_000n]);
  });

  it('spends the smallest coin that is enough alone, and gathers small ones only where none is', () => {
    const coins = [546n, 546n, 30_000n, 900_000n, 50_000n].map((value, place) =>
      coinOf(value, place),
    );
    const spent = (amount: bigint): readonly bigint[] =>
      planDeposit({ script: payerScript, coins }, { orderId, amount }, termsOf(1_000n)).inputs.map(
        ({ value }) => value,
      );
    expect(spent(20_000n)).toEqual([30_000n]);
    expect(spent(40_000n)).toEqual([50_000n]);
    expect(spent(920_000n)).toEqual([900_000n, 50_000n]);
  });

  it('is refused below what nodes pass on, and where coins are missing', () => {
    const payer = { script: payerScript, coins: [coinOf(50_000n, 0)] };
    expect(() => planDeposit(payer, { orderId, amount: 293n }, termsOf(1_000n))).toThrow(
      expect.objectContaining({
        code: 'AMOUNT_TOO_LOW',
        context: { amount: '293', minimumAmount: '294', currency: 'btc' },
      }),
    );
    expect(() => planDeposit(payer, { orderId, amount: 50_000n }, termsOf(1_000n))).toThrow(
      expect.objectContaining({
        code: 'INSUFFICIENT_FUNDS',
        context: { chainId: 8253038, currency: 'btc', to: 'vault', held: '50000', needed: '50187' },
      }),
    );
  });

  it('is a PSBT with the outputs in their order', () => {
    const payer = { script: payerScript, coins: [coinOf(90_000n, 0)], publicKey: undefined };
    const hex = createDepositPsbt(payer, { orderId, amount: 50_000n }, termsOf(2_000n));
    const psbt = readPsbt(hex, network);
    expect(psbt?.outputs.map(({ value }) => value)).toEqual([50_000n, 0n, 40_000n - psbt!.fee]);
    expect(psbt?.inputs).toMatchObject([{ value: 90_000n, sequence: 0xfffffffd }]);
  });
});
