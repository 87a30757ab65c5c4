import { describe, expect, test } from 'vitest';
import type { RpcReply } from '@portage/chain-kit';
import { uintWord } from '@portage/evm/abi';
import { createV2Mean, createV3Mean, type MeanRatio, type Moment } from './meanRatio.js';
import { dollarDepth, priceAt, spotRatio, type PricedPool } from './poolPrice.js';

const eth: PricedPool = {
  assetId: 'eth',
  address: '0xpool',
  isToken0: true,
  assetDecimals: 18,
  dollarDecimals: 6,
  depthMin: 0n,
};
const usd = (dollars: number): bigint => BigInt(Math.round(dollars * 1e6)) * 1_000_000n;
const pair = (reserve0: bigint, reserve1: bigint) =>
  ({
    kind: 'uniswap-v2',
    address: '0xpool',
    tokens: ['a', 'b'],
    reserves: [reserve0, reserve1],
  }) as const;

test('a price follows from the pool, whichever side the asset is on', () => {
  expect(priceAt(spotRatio(pair(4n * 10n ** 18n, 10_000n * 10n ** 6n)), eth)?.usdE12).toBe(
    usd(2_500),
  );
  expect(
    priceAt(spotRatio(pair(10_000n * 10n ** 6n, 4n * 10n ** 18n)), { ...eth, isToken0: false })
      ?.usdE12,
  ).toBe(usd(2_500));
  expect(priceAt(spotRatio(pair(0n, 1n)), eth)).toBeUndefined();
  expect(dollarDepth(pair(4n * 10n ** 18n, 10_000n * 10n ** 6n), eth)).toBe(10_000n * 10n ** 6n);
});

/** A V2 pool whose trades are given to it: what its contract would answer. */
function createPair(start: {
  readonly time: number;
  readonly reserves: readonly [bigint, bigint];
}) {
  let { reserves, time: last } = start;
  const sums: [bigint, bigint] = [2n ** 256n - 5n, 2n ** 256n - 7n];
  return {
    trade(time: number, next: readonly [bigint, bigint]): void {
      const quiet = BigInt(time - last);
      sums[0] = BigInt.asUintN(256, sums[0] + ((reserves[1] << 112n) / reserves[0]) * quiet);
      sums[1] = BigInt.asUintN(256, sums[1] + ((reserves[0] << 112n) / reserves[1]) * quiet);
      [reserves, last] = [next, time];
    },
    replies: (isToken0: boolean): readonly RpcReply[] => [
      {
        ok: true,
        result: `0x${uintWord(reserves[0])}${uintWord(reserves[1])}${uintWord(BigInt(last))}`,
      },
      { ok: true, result: `0x${uintWord(sums[isToken0 ? 0 : 1])}` },
    ],
  };
}

describe.each([true, false])('the mean of a V2 pool, asset first: %s', (isToken0) => {
  const reserves = (price: bigint): readonly [bigint, bigint] =>
    isToken0 ? [10n ** 18n, price * 10n ** 6n] : [price * 10n ** 6n, 10n ** 18n];
  const pool = { ...eth, isToken0 };
  const at = (time: number): Moment => ({ height: time, hash: `0x${String(time)}`, time });
  const meanAt = (
    mean: MeanRatio,
    contract: ReturnType<typeof createPair>,
    time: number,
  ): number | undefined => {
    const ratio = mean.read(contract.replies(isToken0), at(time));
    return ratio === undefined ? undefined : Number(priceAt(ratio, pool)?.usdE12 ?? 0n) / 1e12;
  };

  test('begins when the memory reaches back a window, and weighs prices by their time', () => {
    const contract = createPair({ time: 990, reserves: reserves(2_000n) });
    const mean = createV2Mean('0xpool', { windowSeconds: 60, isToken0 });
    expect(meanAt(mean, contract, 1_000)).toBeUndefined();
    expect(meanAt(mean, contract, 1_059)).toBeUndefined();
    expect(meanAt(mean, contract, 1_060)).toBeCloseTo(2_000, 6);
    contract.trade(1_070, reserves(4_000n));
    // Of a window of sixty seconds and more, ten at twice the price: since 1000, because 1020 was
    // not seen.
    expect(meanAt(mean, contract, 1_080)).toBeCloseTo((70 * 2_000 + 10 * 4_000) / 80, 4);
  });

  test('forgets what a reorg took back', () => {
    const contract = createPair({ time: 990, reserves: reserves(2_000n) });
    const mean = createV2Mean('0xpool', { windowSeconds: 60, isToken0 });
    meanAt(mean, contract, 1_000);
    const lost = createPair({ time: 990, reserves: reserves(9_000n) });
    meanAt(mean, lost, 1_030);
    // The block at 1030 and its height are another one now.
    expect(meanAt(mean, contract, 1_030)).toBeUndefined();
    expect(meanAt(mean, contract, 1_090)).toBeCloseTo(2_000, 6);
  });

  test('is none without reserves', () => {
    expect(
      createV2Mean('0xpool', { windowSeconds: 60, isToken0 }).read(
        createPair({ time: 990, reserves: [1n, 1n] })
          .replies(isToken0)
          .map((reply, index) =>
            index === 0 ? { ok: true, result: `0x${uintWord(0n).repeat(3)}` } : reply,
          ),
        at(1_000),
      ),
    ).toBeUndefined();
  });
});

describe('the mean of a V3 pool', () => {
  const mean = createV3Mean('0xpool', 60);
  const moment: Moment = { height: 1, hash: '0x01', time: 1_000 };
  const int = (value: bigint): string => uintWord(BigInt.asUintN(256, value));
  const reply = (then: bigint, now: bigint): readonly RpcReply[] => [
    {
      ok: true,
      result: `0x${uintWord(64n)}${uintWord(160n)}${uintWord(2n)}${int(then)}${int(now)}${uintWord(2n)}${uintWord(0n)}${uintWord(0n)}`,
    },
  ];
  const tickOf = (replies: readonly RpcReply[]): number => {
    const ratio = mean.read(replies, moment)!;
    return (
      Math.log(Number((ratio.numerator << 64n) / ratio.denominator) / 2 ** 64) / Math.log(1.0001)
    );
  };

  test('is the mean tick, rounded down, also where the sum wraps', () => {
    expect(tickOf(reply(1_000n, 1_000n + 60n * 123n))).toBeCloseTo(123, 6);
    expect(tickOf(reply(0n, 60n * -5n - 1n))).toBeCloseTo(-6, 6);
    expect(tickOf(reply(2n ** 55n - 60n, -(2n ** 55n) + 60n * 6n))).toBeCloseTo(7, 6);
  });

  test('is none where the pool does not remember so much', () => {
    expect(
      mean.read([{ ok: false, error: { code: 3, message: 'execution reverted: OLD' } }], moment),
    ).toBeUndefined();
  });
});
