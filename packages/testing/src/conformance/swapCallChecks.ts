import type { SwapCall, SwapQuote, SwapRequest, SwapTerms } from '@portage/core/chain';
import { expect } from 'vitest';
import type { Check } from './check.js';
import type { SwapSourceFixture } from './swapSourceFixture.js';

type SwapCheck = Check<SwapSourceFixture>;

const deadline = 2_000_000_000;

const holdsTheLimit: SwapCheck = {
  name: 'builds calls that together never go beyond the limit',
  run: (fixture) => {
    for (const { quote, terms, calls } of built(fixture)) {
      const about = `${quote.type}, limit ${String(terms.limit)}`;
      const bound = calls.map(fixture.readCall);
      const taken = bound.reduce((sum, { amountIn }) => sum + amountIn, 0n);
      const given = bound.reduce((sum, { amountOut }) => sum + amountOut, 0n);
      const allowed = calls.reduce((sum, { allowance }) => sum + allowance, 0n);
      const isInput = quote.type === 'EXACT_INPUT';
      const [most, least] = isInput
        ? [quote.amountIn, terms.limit]
        : [terms.limit, quote.amountOut];
      expect(given >= least, `${about}: gives ${String(given)} at least`).toBe(true);
      expect(taken <= most, `${about}: takes ${String(taken)} at most`).toBe(true);
      expect(allowed <= most, `${about}: may take ${String(allowed)}`).toBe(true);
      if (fixture.isBoundByTransaction === true) expect(allowed, `${about}: allowance`).toBe(0n);
      else expect(allowed >= taken, `${about}: is allowed what it takes`).toBe(true);
    }
  },
};

const keepsTheTerms: SwapCheck = {
  name: 'builds calls that keep the deadline, the recipient and the token',
  run: (fixture) => {
    for (const { quote, terms, calls } of built(fixture)) {
      expect(calls.length, 'calls').toBeGreaterThan(0);
      for (const call of calls) {
        if (fixture.isBoundByTransaction !== true)
          expect(fixture.readCall(call)).toMatchObject({ deadline, recipient: terms.recipient });
        expect(call.token).toBe(quote.tokenIn);
        expect(call.value, 'native currency of a swap of tokens').toBe(0n);
        for (const address of [call.to, call.token])
          expect(address).toBe(fixture.codec.normalizeAddress(address));
      }
    }
  },
};

const isPure: SwapCheck = {
  name: 'builds the same calls each time, and leaves the quote as it is',
  run: (fixture) => {
    for (const { quote, terms, calls } of built(fixture)) {
      const before = structuredClone(quote);
      expect(fixture.source.build(quote, terms)).toEqual(calls);
      expect(quote).toEqual(before);
    }
  },
};

const leavesOthersParts: SwapCheck = {
  name: 'builds no calls for parts of other sources',
  run: (fixture) => {
    for (const { quote, terms } of built(fixture)) {
      const parts = quote.parts.map((part) => ({ ...part, source: `not-${part.source}` }));
      expect(fixture.source.build({ ...quote, parts }, terms)).toEqual([]);
    }
  },
};

/** Promises about the calls of a swap source. */
export const swapCallChecks: readonly SwapCheck[] = [
  holdsTheLimit,
  keepsTheTerms,
  isPure,
  leavesOthersParts,
];

interface Built {
  readonly quote: SwapQuote;
  readonly terms: SwapTerms;
  readonly calls: readonly SwapCall[];
}

/** Calls for each request under limits that divide badly, to the caller and to another account. */
function built({ source, requests, recipient }: SwapSourceFixture): readonly Built[] {
  return requests.flatMap((request) => {
    const quote = source.quote(request)?.value;
    if (quote === undefined) throw new Error(`The source does not quote a ${request.type}.`);
    return limitsOf(request, quote).flatMap((limit) =>
      [undefined, recipient].map((paid) => {
        const terms = { limit, deadline, recipient: paid };
        return { quote, terms, calls: source.build(quote, terms) };
      }),
    );
  });
}

/** The quoted amount itself, a usual slippage, and a share of each part that is no whole unit. */
function limitsOf({ type }: SwapRequest, { amountIn, amountOut }: SwapQuote): readonly bigint[] {
  return type === 'EXACT_INPUT'
    ? [amountOut, (amountOut * 99n) / 100n, (amountOut * 9_973n) / 10_007n]
    : [amountIn, (amountIn * 101n) / 100n, (amountIn * 10_007n) / 9_973n];
}
