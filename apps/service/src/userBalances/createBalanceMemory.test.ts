import { describe, expect, it } from 'vitest';
import { createBalanceMemory } from './createBalanceMemory.js';

const place = (account: string) => ({ account, currency: 'usdc' });

describe('balances of payers', () => {
  it('are unknown until they were read, and told for a minute', () => {
    const memory = createBalanceMemory();
    expect(memory.ask(place('alice'), 0)).toBeUndefined();
    expect(memory.due(1)).toEqual([place('alice')]);
    expect(memory.ask(place('alice'), 2)).toBeUndefined();
    memory.keep([place('alice')], [7n]);
    expect(memory.ask(place('alice'), 4)).toBe(7n);
    expect(memory.ask(place('bob'), 4)).toBeUndefined();
    expect(memory.ask(place('alice'), 60_001)).toBe(7n);
    expect(memory.ask(place('alice'), 60_002)).toBeUndefined();
  });

  it('are read again after a while, the last one first, while somebody asks', () => {
    const memory = createBalanceMemory();
    memory.ask(place('alice'), 0);
    memory.ask(place('bob'), 1);
    expect(memory.due(1)).toEqual([place('bob'), place('alice')]);
    expect(memory.due(10_000)).toEqual([]);
    memory.ask(place('alice'), 10_000);
    expect(memory.due(10_001)).toEqual([place('alice'), place('bob')]);
    expect(memory.due(60_002)).toEqual([place('alice')]);
    expect(memory.due(80_000)).toEqual([]);
  });

  it('S4: and allowances are apart, and an allowance is told for a quarter of a minute', () => {
    const memory = createBalanceMemory();
    const allowed = { ...place('alice'), spender: 'depository' };
    memory.ask(place('alice'), 0);
    memory.ask(allowed, 0);
    expect(memory.due(1)).toEqual([allowed, place('alice')]);
    memory.keep([allowed, place('alice')], [9n, 7n]);
    expect([memory.ask(allowed, 15_001), memory.ask(place('alice'), 15_001)]).toEqual([9n, 7n]);
    expect([memory.ask(allowed, 15_002), memory.ask(place('alice'), 15_002)]).toEqual([
      undefined,
      7n,
    ]);
  });

  it('S4: an allowance that was read before a payment is not told after it, and is read again', () => {
    const memory = createBalanceMemory();
    const allowed = { ...place('alice'), spender: 'depository' };
    for (const each of [allowed, place('alice')]) memory.ask(each, 0);
    memory.due(1);
    memory.keep([allowed, place('alice')], [9n, 7n]);
    memory.paid('bob', 2);
    expect(memory.ask(allowed, 3)).toBe(9n);
    memory.paid('alice', 4);
    expect([memory.ask(allowed, 5), memory.ask(place('alice'), 5)]).toEqual([undefined, 7n]);
    expect(memory.due(6)).toEqual([place('alice'), allowed]);
    // It is used up while it is read.
    memory.paid('alice', 7);
    memory.keep([allowed], [9n]);
    expect(memory.ask(allowed, 8)).toBeUndefined();
    expect(memory.due(9)).toEqual([allowed, place('alice')]);
    memory.keep([allowed], [0n]);
    expect(memory.ask(allowed, 10)).toBe(0n);
    expect(memory.due(11)).toEqual([]);
  });

  it('that cannot be read stay unknown, and are not asked for at once', () => {
    const memory = createBalanceMemory();
    memory.ask(place('alice'), 0);
    memory.keep(memory.due(0), [undefined]);
    expect(memory.ask(place('alice'), 2)).toBeUndefined();
    expect(memory.due(3)).toEqual([]);
  });

  it('of a flood of payers are bounded, in memory and in reads', () => {
    const memory = createBalanceMemory();
    for (let n = 0; n < 6_000; n += 1) memory.ask(place(String(n)), n);
    const read = new Set<string>();
    for (let round = 0; round < 100; round += 1) {
      const due = memory.due(6_000);
      expect(due.length).toBeLessThanOrEqual(100);
      for (const { account } of due) read.add(account);
    }
    expect(read.size).toBe(5_000);
    expect([read.has('5999'), read.has('1000'), read.has('999')]).toEqual([true, true, false]);
  });
});
