import type { SwapQuote, SwapRequest } from '@portage/core/chain';
import { expect } from 'vitest';
import type { Check } from './check.js';
import { swapCallChecks } from './swapCallChecks.js';
import type { SwapSourceFixture } from './swapSourceFixture.js';
import { usedNetwork } from './usedNetwork.js';

type SwapCheck = Check<SwapSourceFixture>;

const needsNoNetwork: SwapCheck = {
  name: 'quotes from memory, without the network',
  run: async ({ source, requests }) => {
    for (const request of requests) {
      const used = await usedNetwork(() => {
        source.pools();
        source.quote(request);
      });
      expect(used, textOf(request)).toEqual([]);
    }
  },
};

const tellsItsAge: SwapCheck = {
  name: 'says when its venue was read, and not when it was asked',
  run: async ({ source, requests, readAt, refresh }) => {
    for (const round of ['as opened', 'read again']) {
      if (round === 'read again') await refresh();
      expect(source.pools()?.observedAt, `pools, ${round}`).toBe(readAt());
      for (const request of requests)
        expect(source.quote(request)?.observedAt, `${textOf(request)}, ${round}`).toBe(readAt());
    }
  },
};

const keepsItsList: SwapCheck = {
  name: 'hands out the same list of pools while nothing changes',
  run: ({ source }) => {
    expect(source.pools()?.value).toBe(source.pools()?.value);
  },
};

const namesCanonically: SwapCheck = {
  name: 'names pools and tokens by their canonical addresses',
  run: ({ source, requests, codec }) => {
    const pools = source.pools()?.value ?? [];
    expect(pools.length, 'pools').toBeGreaterThan(0);
    const hops = requests
      .flatMap((request) => quoteOf({ source }, request).parts)
      .flatMap((part) => part.hops);
    const named = [
      ...pools.flatMap(({ id, tokens }) => [id, ...tokens]),
      ...hops.flatMap(({ pool, tokenIn, tokenOut }) => [pool, tokenIn, tokenOut]),
    ];
    for (const address of named) expect(address).toBe(codec.normalizeAddress(address));
  },
};

const addsUp: SwapCheck = {
  name: 'quotes the amount that is asked for, in parts that add up to it',
  run: ({ source, requests }) => {
    expect(requests.length, 'requests').toBeGreaterThan(0);
    for (const request of requests) {
      const about = textOf(request);
      const quote = quoteOf({ source }, request);
      const { tokenIn, tokenOut, type, amount } = request;
      expect({ ...quote, parts: [] }, about).toMatchObject({ tokenIn, tokenOut, type });
      expect(type === 'EXACT_INPUT' ? quote.amountIn : quote.amountOut, about).toBe(amount);
      const sums = quote.parts.reduce(
        (sum, part) => ({ in: sum.in + part.amountIn, out: sum.out + part.amountOut }),
        { in: 0n, out: 0n },
      );
      expect(sums, about).toEqual({ in: quote.amountIn, out: quote.amountOut });
    }
  },
};

const leadsThroughItsPools: SwapCheck = {
  name: 'leads each part through pools of its own, from the one token to the other',
  run: ({ source, requests }) => {
    const pools = new Map(source.pools()?.value.map((pool) => [pool.id, pool.tokens]));
    for (const request of requests)
      for (const part of quoteOf({ source }, request).parts) {
        expect(part.source, textOf(request)).toBe(source.id);
        let at = request.tokenIn;
        for (const { pool, tokenIn, tokenOut } of part.hops) {
          expect(tokenIn, textOf(request)).toBe(at);
          expect([...(pools.get(pool) ?? [])].sort(), `tokens of pool ${pool}`).toEqual(
            [tokenIn, tokenOut].sort(),
          );
          at = tokenOut;
        }
        expect(at, textOf(request)).toBe(request.tokenOut);
      }
  },
};

const keepsToBounds: SwapCheck = {
  name: 'takes no more hops and parts than it may',
  run: ({ source, requests }) => {
    for (const request of requests) {
      const parts = source.quote({ ...request, hopsMax: 1, partsMax: 1 })?.value.parts ?? [];
      expect(parts.length, textOf(request)).toBeLessThanOrEqual(1);
      for (const { hops } of parts) expect(hops.length, textOf(request)).toBe(1);
    }
  },
};

/** Every promise of a swap source. */
export const swapSourceChecks: readonly SwapCheck[] = [
  needsNoNetwork,
  tellsItsAge,
  keepsItsList,
  namesCanonically,
  addsUp,
  leadsThroughItsPools,
  keepsToBounds,
  ...swapCallChecks,
];

/** A request of the fixture as quoted. @throws Error where the source does not take it */
export function quoteOf(
  { source }: Pick<SwapSourceFixture, 'source'>,
  request: SwapRequest,
): SwapQuote {
  const quote = source.quote(request)?.value;
  if (quote === undefined) throw new Error(`The source does not quote ${textOf(request)}.`);
  return quote;
}

function textOf({ type, amount, tokenIn, tokenOut }: SwapRequest): string {
  return `${type} ${String(amount)} of ${tokenIn} to ${tokenOut}`;
}
