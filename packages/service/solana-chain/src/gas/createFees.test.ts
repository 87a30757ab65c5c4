import { createQuorum, type Endpoint, type RpcReply } from '@portage/chain-kit';
import { describe, expect, it } from 'vitest';
import { createFees } from './createFees.js';

/** Market of an endpoint where slots were entered with these prices, by us and by everybody. */
async function priceOf(
  own: readonly number[],
  all: readonly number[],
  bounds: { readonly floor?: bigint; readonly ceiling?: bigint } = {},
): Promise<bigint | undefined> {
  const ask: Endpoint['ask'] = (requests) =>
    Promise.resolve(
      requests.map(({ method, params: [accounts] }): RpcReply => {
        if (method !== 'getRecentPrioritizationFees') return { ok: true, result: 890_880 };
        const fees = Array.isArray(accounts) && accounts.length > 0 ? own : all;
        const result = fees.map((prioritizationFee, slot) => ({ slot, prioritizationFee }));
        return { ok: true, result };
      }),
    );
  const endpoint: Endpoint = { label: 'one', ask, close: () => Promise.resolve() };
  const quorum = createQuorum([endpoint], { needed: 1, deadlineMs: 5_000, clock: () => 5 });
  const fees = createFees({
    quorum,
    accounts: ['solver'],
    clock: () => 5,
    floor: 0n,
    ceiling: 1_000_000n,
    ...bounds,
  });
  await fees.refresh();
  return fees.market()?.value.price;
}

describe('the price of a compute unit', () => {
  it('is the median of what was paid for our accounts', async () => {
    expect(await priceOf([0, 7, 0, 9, 5], [0, 0, 0, 0])).toBe(7n);
  });

  it('is what three quarters of all slots were entered with, where nobody writes our accounts', async () => {
    expect(await priceOf([0, 0], [0, 100, 200, 300])).toBe(300n);
    expect(await priceOf([0, 0], [0, 0, 0, 0, 900])).toBe(0n);
  });

  it('is at least the floor and at most the ceiling', async () => {
    expect(await priceOf([], [], { floor: 10_000n })).toBe(10_000n);
    expect(await priceOf([], [], { floor: 10_000n, ceiling: 500n })).toBe(500n);
    expect(await priceOf([2_000_000], [])).toBe(1_000_000n);
  });
});
