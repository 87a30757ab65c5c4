import { expect, it } from 'vitest';
import { createSwaps } from './createSwaps.js';

it('builds no swap of native currency on a chain that does not say what wraps it (errors#SWAP_QUOTE_FAILED)', () => {
  const swaps = createSwaps([], { wrapped: undefined, clock: () => 0 });
  const quote = {
    tokenIn: '0x01',
    tokenOut: '0x02',
    type: 'exactIn' as const,
    amountIn: 1n,
    amountOut: 1n,
    gas: 0,
    parts: [],
  };
  for (const native of [{ fromNative: true }, { toNative: true }])
    expect(() => swaps.build(quote as never, { recipient: '0x03', ...native } as never)).toThrow(
      expect.objectContaining({ code: 'SWAP_QUOTE_FAILED' }),
    );
});
