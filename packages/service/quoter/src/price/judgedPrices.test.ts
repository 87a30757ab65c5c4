import { isPortageError } from '@portage/core';
import type { PriceFeed, PriceReading } from '@portage/core/chain';
import { createFixedFeed, createPriceBook } from '@portage/prices';
import { afterEach, describe, expect, it } from 'vitest';
import { defaultPolicy } from '../policy.js';
import { testNow, usdcToken } from '../../test/chains.js';
import { createQuoterHarness, testPayer } from '../../test/quoterHarness.js';

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

describe('a quoter with a price book', () => {
  const fixed = createFixedFeed({ usdc: '1', weth: '2000' }, () => testNow);
  const limits = { ...defaultPolicy.prices, maxAgeMs: defaultPolicy.maxAgeMs.price };

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
    return { http, pool, book, lines, bench: createQuoterHarness({ prices: book }) };
  }

  const ask = {
    user: testPayer,
    originCurrency: usdcToken.base,
    destinationCurrency: usdcToken.optimism,
    amount: '100000000',
  };

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
