import type { PortageError, Quote } from '@portage/core';
import { describe, expect, it } from 'vitest';
import { amount, makeQuote, minimumOutput, request } from '../../test/fixtures.js';
import { checkBounded, checkPrice } from './checkPrice.js';
import type { PriceBounds } from './priceBounds.js';

async function verdict(bounds: PriceBounds, quote?: Quote): Promise<unknown> {
  try {
    await checkPrice(quote ?? (await makeQuote()), bounds);
    return 'accepted';
  } catch (error) {
    const { code, context } = error as PortageError;
    return code === 'QUOTE_VERIFICATION_FAILED' ? context['check'] : code;
  }
}

describe('checkPrice', () => {
  it.each<[PriceBounds, string]>([
    [{}, 'accepted'],
    [{ maxAmountIn: amount, minAmountOut: minimumOutput.toString() }, 'accepted'],
    [{ maxAmountIn: amount - 1n }, 'PRICE_MOVED'],
    [{ minAmountOut: minimumOutput + 1n }, 'PRICE_MOVED'],
    [{ minAmountOut: '' }, 'request'],
    [{ minAmountOut: '-1' }, 'request'],
    [{ minAmountOut: '1.5' }, 'request'],
    [{ maxAmountIn: -1n }, 'request'],
  ])('of %o is %s', async (bounds, expected) => {
    expect(await verdict(bounds)).toBe(expected);
  });

  it('says by how much a bound was missed, and what to do', async () => {
    const quote = await makeQuote();
    await expect(checkPrice(quote, { minAmountOut: 10_000_000n })).rejects.toMatchObject({
      message: 'It promises 0.9801 USDC, you want at least 10 USDC.',
      hint: 'Nothing was signed. Ask again, or lower minAmountOut.',
    });
    await expect(checkPrice(quote, { maxAmountIn: 1n })).rejects.toMatchObject({
      message: 'It takes 1 USDC, you give at most 0.000001 USDC.',
      hint: 'Nothing was signed. Ask again, or raise maxAmountIn.',
    });
    const halved = {
      maxLossBps: 100,
      valueUsd: ({ chainId }: { chainId: number }) => (chainId === 10 ? 1 : 2),
    };
    await expect(checkPrice(quote, halved)).rejects.toMatchObject({
      message: 'It loses 50%, you accept at most 1%.',
    });
  });

  it('values both sides by the source of the app', async () => {
    const valueUsd = ({ chainId, amount: units }: { chainId: number; amount: bigint }) =>
      Number(units) * (chainId === 10 ? 1 : 1.01);
    // 980100 for 1010000 is a loss of 2.96 %.
    expect(await verdict({ maxLossBps: 297, valueUsd })).toBe('accepted');
    expect(await verdict({ maxLossBps: 295, valueUsd })).toBe('PRICE_MOVED');
    for (const value of [0, NaN, -1, Infinity])
      expect(await verdict({ maxLossBps: 10_000, valueUsd: () => value })).toBe('PRICE_MOVED');
    expect(await verdict({ maxLossBps: NaN, valueUsd })).toBe('PRICE_MOVED');
    expect(await verdict({ maxLossBps: 10_000 })).toBe('PRICE_MOVED');
  });
});

describe('a bound', () => {
  it('is named in the error with both values', async () => {
    const quote = await makeQuote();
    const context = (bounds: PriceBounds) =>
      checkPrice(quote, bounds).then(
        () => 'accepted',
        (error: unknown) => (error as PortageError).context,
      );
    expect(await context({ maxAmountIn: 7n })).toEqual({
      bound: 'maxAmountIn',
      expected: '7',
      actual: '1000000',
    });
    expect(await context({ minAmountOut: '990000' })).toEqual({
      bound: 'minAmountOut',
      expected: '990000',
      actual: '980100',
    });
    expect(await context({ maxLossBps: 1, valueUsd: () => 0 })).toEqual({
      bound: 'maxLossBps',
      expected: '1',
      actual: 'NaN',
    });
    expect(await context({ minAmountOut: '1.5' })).toEqual({ check: 'request', actual: '1.5' });
    await expect(checkPrice(quote, { minAmountOut: '1.5' })).rejects.toThrow(
      'The quote was refused (request): a bound is no amount.',
    );
  });

  it('holds for a payment that comes late', async () => {
    const quote = structuredClone(await makeQuote());
    quote.details.slippageTolerance.latePayment = { usd: '0', value: '100', percent: '0' };
    expect(await verdict({ minAmountOut: minimumOutput - 100n }, quote)).toBe('accepted');
    expect(await verdict({ minAmountOut: minimumOutput - 99n }, quote)).toBe('PRICE_MOVED');
  });

  it('of the loss is met by the very loss, and by none of a payment without value', async () => {
    const worth = (given: number, got: number): PriceBounds['valueUsd'] => {
      return ({ chainId }) => (chainId === 10 ? got : given);
    };
    expect(await verdict({ maxLossBps: 5_000, valueUsd: worth(2, 1) })).toBe('accepted');
    expect(await verdict({ maxLossBps: 4_999, valueUsd: worth(2, 1) })).toBe('PRICE_MOVED');
    expect(await verdict({ maxLossBps: 5_000, valueUsd: worth(0, 1) })).toBe('PRICE_MOVED');
  });
});

describe('checkBounded', () => {
  const onQuote = (): void => undefined;
  const valueUsd = (): number => 1;
  it.each<[string | undefined, PriceBounds, boolean]>([
    [undefined, { minAmountOut: 1n }, true],
    [undefined, { maxAmountIn: 1n }, false],
    ['EXACT_INPUT', { valueUsd }, false],
    ['EXACT_INPUT', { minAmountOut: 1n }, true],
    ['EXACT_INPUT', { maxAmountIn: 1n }, false],
    ['EXACT_OUTPUT', { maxAmountIn: 1n }, true],
    ['EXACT_OUTPUT', { minAmountOut: 1n }, false],
    ['EXPECTED_OUTPUT', { minAmountOut: 1n }, false],
    ['EXACT_INPUT', { maxLossBps: 1 }, false],
    ['EXACT_INPUT', { maxLossBps: 1, valueUsd }, true],
    ['EXACT_OUTPUT', { onQuote }, true],
    ['EXACT_INPUT', {}, false],
  ])('of %s with %o: %s', (tradeType, bounds, isBounded) => {
    const check = (): void => {
      checkBounded({ ...request, tradeType: tradeType as 'EXACT_INPUT' }, bounds);
    };
    if (isBounded) check();
    else expect(check).toThrow(expect.objectContaining({ code: 'PRICE_UNBOUNDED' }));
  });

  it('tells which bound to pass', () => {
    const refusal = (tradeType: 'EXACT_INPUT' | 'EXACT_OUTPUT', side: string): void => {
      expect(() => {
        checkBounded({ ...request, tradeType }, {});
      }).toThrow(
        expect.objectContaining({
          message: 'Nothing bounds the price.',
          hint: `Pass ${side}, or maxLossBps with valueUsd, or onQuote.`,
        }),
      );
    };
    refusal('EXACT_INPUT', 'minAmountOut');
    refusal('EXACT_OUTPUT', 'maxAmountIn');
  });
});
