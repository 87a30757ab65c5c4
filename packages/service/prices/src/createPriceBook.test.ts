import type { PriceFeed, PriceReading } from '@portage/core/chain';
import { afterEach, describe, expect, it } from 'vitest';
import { createPriceBook } from './createPriceBook.js';
import { createFixedFeed } from './feeds/createFixedFeed.js';
import type { PriceLimits } from './judgePrice.js';

const testNow = 1_700_000_000_000;

const stop = new AbortController();
afterEach(() => stop.abort());

/** A feed that says what a test wants. */
function createSpoken(
  name: string,
  usd: bigint | undefined,
): PriceFeed & { say: (usd: bigint | undefined) => void } {
  const readingOf = (value: bigint | undefined): PriceReading | undefined =>
    value === undefined
      ? undefined
      : { value: { usdE12: value * 10n ** 12n }, confidence: { usdE12: 0n }, observedAt: testNow };
  let reading = readingOf(usd);
  return { name, latest: () => reading, say: (next) => (reading = readingOf(next)) };
}

describe('createPriceBook', () => {
  const fixed = createFixedFeed({ usdc: '1', weth: '2000' }, () => testNow);
  const limits: PriceLimits = {
    maxAgeMs: 60_000,
    aheadMsMax: 10_000,
    confidenceBpsMax: 100n,
    jumpBpsMax: 500n,
    speedBpsMax: 1_000n,
    settleMs: 60_000,
    guardBpsMax: 200n,
  };

  function open(first: bigint | undefined, second: bigint | undefined) {
    const [http, pool] = [createSpoken('http', first), createSpoken('pool', second)];
    const lines: string[] = [];
    const book = createPriceBook(
      {
        assets: {
          usdc: { primary: fixed },
          weth: { primary: fixed },
          eth: { primary: http, guard: pool },
        },
        limits,
        now: () => testNow,
        log: (message, context) => void lines.push(`${message} ${JSON.stringify(context)}`),
      },
      stop.signal,
    );
    return { http, pool, book, lines };
  }

  it('gives the price that two feeds agree about, and no other', () => {
    const { http, pool, book, lines } = open(2_000n, 2_010n);
    expect(book.price('eth')?.value.usdE12).toBe(2_000n * 10n ** 12n);
    const turns: readonly (readonly [bigint | undefined, bigint | undefined])[] = [
      [2_000n, 1_900n],
      [2_000n, undefined],
      [3_000n, 3_000n],
      [undefined, 3_000n],
    ];
    for (const [first, second] of turns) {
      http.say(first);
      pool.say(second);
      book.refresh();
      expect(book.price('eth')).toBeUndefined();
    }
    http.say(2_020n);
    pool.say(2_000n);
    book.refresh();
    expect(book.price('eth')?.value.usdE12).toBe(2_020n * 10n ** 12n);
    expect(
      lines
        .filter((line) => line.includes('"eth"'))
        .map((line) => /refused.*"error":"([a-z ]+)"/.exec(line)?.[1] ?? 'quoted'),
    ).toEqual(['quoted', 'guard disagrees', 'guard missing', 'jumped', 'missing', 'quoted']);
  });

  it('tells the range of both feeds, and no range where one is all', () => {
    const { http, pool, book } = open(2_000n, 2_010n);
    const rangeOf = (): readonly (bigint | undefined)[] => {
      const range = book.price('eth')?.range;
      return [range?.low.usdE12, range?.high.usdE12].map((usdE12) =>
        usdE12 === undefined ? undefined : usdE12 / 10n ** 12n,
      );
    };
    expect(rangeOf()).toEqual([2_000n, 2_010n]);
    http.say(2_020n);
    pool.say(2_000n);
    book.refresh();
    expect(rangeOf()).toEqual([2_000n, 2_020n]);
    expect(book.price('usdc')?.range).toBeUndefined();
  });

  it('tells what became of each asset', () => {
    const { book } = open(2_000n, 1_000n);
    expect(
      book
        .states()
        .map(({ assetId, feed, refusal, price }) => [assetId, feed, refusal, price?.value.usdE12]),
    ).toEqual([
      ['usdc', 'fixed', undefined, 10n ** 12n],
      ['weth', 'fixed', undefined, 2_000n * 10n ** 12n],
      ['eth', 'http', 'guard disagrees', undefined],
    ]);
    expect(book.price('doge')).toBeUndefined();
  });
});
