import type { DepositEvent } from '@portage/core/chain';
import { describe, expect, it } from 'vitest';
import { createLocalChain } from './createLocalChain.js';
import { createObservedEvents } from './createObservedEvents.js';

const block = (height: number, branch = 'a') => ({
  height,
  hash: `${branch}${String(height)}`,
  time: height,
});
const deposit: DepositEvent = {
  type: 'deposit',
  txId: '0x1',
  ordinal: 0,
  height: 3,
  blockHash: 'a3',
  orderId: '0x2',
  depositor: 'someone',
  payer: 'someone',
  currency: 'usdc',
  amount: 5n,
};

describe('createLocalChain', () => {
  it('starts from known blocks in any order', () => {
    const localChain = createLocalChain([block(2), block(1)], createObservedEvents());
    expect(localChain.tip()).toEqual(block(2));
    expect(localChain.at(1)).toEqual(block(1));
    expect(localChain.below(2)).toEqual([block(2), block(1)]);
  });

  it('hands out what it appends and takes back, with the deposits that go with it', () => {
    const observedEvents = createObservedEvents();
    const localChain = createLocalChain([block(1), block(2)], observedEvents);
    expect(localChain.append([block(3)], [deposit], 9)).toEqual({
      type: 'advance',
      cursor: block(3),
      blocks: [block(3)],
      events: [deposit],
      finalizedHeight: 3,
    });
    expect(observedEvents.has(deposit)).toBe(true);
    expect(observedEvents.has({ ...deposit, amount: 6n })).toBe(false);
    expect(localChain.rollback(block(2))).toEqual({ type: 'rollback', to: block(2) });
    expect(localChain.tip()).toEqual(block(2));
    expect(observedEvents.has(deposit)).toBe(false);
  });

  it('refuses to append nothing, and to roll back nothing', () => {
    const localChain = createLocalChain([block(1), block(2)], createObservedEvents());
    expect(() => localChain.append([], [], 0)).toThrow(
      expect.objectContaining({ code: 'RPC_HTTP_ERROR' }),
    );
    expect(() => localChain.rollback(block(2))).toThrow(
      expect.objectContaining({ code: 'RPC_HTTP_ERROR' }),
    );
  });

  it('takes final blocks back as it does others, so that what they cost is booked', () => {
    const localChain = createLocalChain([block(1), block(2)], createObservedEvents());
    localChain.append([block(3)], [], 3);
    expect(localChain.rollback(block(1))).toEqual({ type: 'rollback', to: block(1) });
    expect(localChain.tip()).toEqual(block(1));
  });
});
