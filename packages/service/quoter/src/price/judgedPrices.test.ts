import { setMaxListeners } from 'node:events';
import { isPortageError, Money, type Quote } from '@portage/core';
import type { PriceFeed, PriceReading } from '@portage/core/chain';
import { createFixedFeed, createPriceBook } from '@portage/prices';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { defaultPolicy } from '../policy.js';
import { testNow, usdcToken } from '../../test/chains.js';
import { createQuoterHarness, testPayer } from '../../test/quoterHarness.js';

let stop: AbortController;
beforeEach(() => {
  stop = new AbortController();
  // A property opens a book for each of its runs, and each listens for the end.
  setMaxListeners(0, stop.signal);
});
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

describe('a quoter with a price book', () => {
  const fixed = createFixedFeed({ usdc: '1', weth: '2000' }, () => testNow);
  const limits = { ...defaultPolicy.prices, maxAgeMs: defaultPolicy.maxAgeMs.price };

  function open(first: bigint | undefined, second: bigint | undefined, isConfirmed = true) {
    const [http, pool] = [createSpoken('http', first), createSpoken('pool', second)];
    const lines: string[] = [];
    const book = createPriceBook(
      {
        assets: {
          usdc: { primary: fixed },
          weth: { primary: fixed },
          eth: { primary: http, guard: pool, isConfirmed },
        },
        limits,
        now: () => testNow,
        log: (message, context) => void lines.push(`${message} ${JSON.stringify(context)}`),
      },
      stop.signal,
    );
    return { http, pool, book, lines, bench: createQuoterHarness({ prices: book }) };
  }

  const ask = {
    user: testPayer,
    originCurrency: usdcToken.base,
    destinationCurrency: usdcToken.optimism,
    amount: '100000000',
  };

  const ether = '0x0000000000000000000000000000000000000000';
  const sale = { ...ask, originCurrency: ether, amount: Money.pow10(18).toString() };
  const purchase = { ...ask, destinationCurrency: ether, amount: '2000000000' };
  const outOf = ({ details }: Quote): bigint => BigInt(details.currencyOut.amount);

  it('counts what it receives at the lower of two prices, and what it pays at the higher', async () => {
    const even = open(2_000n, 2_000n).bench;
    const [sold, bought] = [await even.quote(sale), await even.quote(purchase)];
    for (const [first, second] of [
      [2_030n, 2_000n],
      [2_000n, 2_030n],
    ] as const) {
      const { bench } = open(first, second);
      expect(outOf(await bench.quote(sale))).toBe(outOf(sold));
      // 1.5 % dearer to pay, and no dearer to receive.
      expect(Number(outOf(await bench.quote(purchase))) / Number(outOf(bought))).toBeCloseTo(
        2_000 / 2_030,
        4,
      );
    }
  });

  it('bridges one asset at one price, however far its feeds are apart', async () => {
    const bridge = { ...sale, destinationCurrency: ether };
    const [even, apart] = [open(2_000n, 2_000n).bench, open(2_030n, 2_000n).bench];
    expect(outOf(await apart.quote(bridge))).toBe(outOf(await even.quote(bridge)));
  });

  it('pays no more than it receives, by whichever of the two prices', async () => {
    const prices = fc.tuple(fc.bigInt(1_981n, 2_020n), fc.bigInt(1_981n, 2_020n), fc.boolean());
    await fc.assert(
      fc.asyncProperty(prices, async ([first, second, isSale]) => {
        const { bench } = open(first, second);
        const { currencyIn, currencyOut } = (await bench.quote(isSale ? sale : purchase)).details;
        for (const usd of [first, second]) {
          const worth = ({ amount, currency }: typeof currencyIn): bigint =>
            currency.symbol === 'ETH' ? (BigInt(amount) * usd) / 10n ** 12n : BigInt(amount);
          expect(worth(currencyOut)).toBeLessThan(worth(currencyIn));
        }
      }),
      { numRuns: 100 },
    );
  });

  it('exchanges small amounts only at a price that nothing confirms', async () => {
    const [alone, confirmed] = [open(2_000n, 2_000n, false).bench, open(2_000n, 2_000n).bench];
    const small = { ...sale, amount: (4n * Money.pow10(18)).toString() };
    const large = { ...sale, amount: (6n * Money.pow10(18)).toString() };
    await alone.quote(small);
    await confirmed.quote(large);
    for (const body of [large, { ...purchase, amount: '12000000000' }])
      await expect(alone.quote(body)).rejects.toMatchObject({
        code: 'INSUFFICIENT_LIQUIDITY',
        message: 'The price of ETH has one source only; it is exchanged up to 10000.000000 USD.',
      });
    // One asset is bridged whatever it is worth.
    await alone.quote({ ...large, destinationCurrency: ether });
  });

  it('quotes from what two feeds agree about, and from nothing else', async () => {
    const { http, pool, book, lines, bench } = open(2_000n, 2_010n);
    expect((await bench.quote(ask)).details.currencyOut.currency.symbol).toBe('USDC');
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
      const refused: unknown = await bench.quote(ask).catch((error: unknown) => error);
      expect(isPortageError(refused, 'PRICE_FETCH_FAILED') && refused.status === 503).toBe(true);
    }
    expect(bench.saved).toHaveLength(1);
    http.say(2_020n);
    pool.say(2_000n);
    book.refresh();
    await bench.quote(ask);
    expect(
      lines
        .filter((line) => line.includes('"eth"'))
        .map((line) => /refused.*"error":"([a-z ]+)"/.exec(line)?.[1] ?? 'quoted'),
    ).toEqual(['quoted', 'guard disagrees', 'guard missing', 'jumped', 'missing', 'quoted']);
  });
});
