import { describe, expect, it } from 'vitest';
import { mayEndRequests } from './mayEndRequests.js';

describe('mayEndRequests', () => {
  it.each([
    [false, []],
    [false, ['depositSeen', 'depositFinal']],
    [false, ['depositLost']],
    [true, ['depositFinal', 'fillConfirmed']],
    [true, ['refunded']],
    [true, ['failed']],
    [true, ['depositRefused']],
  ] as const)('%s: %j', (expected, events) => {
    expect(
      mayEndRequests([
        { orderId: '0x1', events: [] },
        { orderId: '0x2', events },
      ]),
    ).toBe(expected);
  });
});
