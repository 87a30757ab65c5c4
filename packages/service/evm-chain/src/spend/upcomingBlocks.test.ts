import type { RpcReply } from '@portage/chain-kit';
import { describe, expect, it } from 'vitest';
import { overridesRequest, takesOverrides, upcomingBlocks } from './upcomingBlocks.js';

describe('blocks that a payment may land in', () => {
  it('are the two after the newest one', () => {
    expect(upcomingBlocks({ height: 15, time: 1_000 }, 12)).toEqual([
      { number: '0x10', time: '0x3f4' },
      { number: '0x11', time: '0x400' },
    ]);
    expect(upcomingBlocks({ height: 15, time: 1_000 }, 0.25).map(({ time }) => time)).toEqual([
      '0x3e9',
      '0x3ea',
    ]);
  });

  it('are not known before a block was seen', () => {
    expect(upcomingBlocks(undefined, 12)).toEqual([]);
  });
});

describe('an endpoint that is asked for a call in a block of our choice', () => {
  const told = (result: unknown): RpcReply => ({ ok: true, result });
  const word = (value: number): string => `0x${value.toString(16).padStart(64, '0')}`;

  it.each([
    ['tries it there', told(word(0xfedcba9876)), true],
    ['tries it in its newest block', told(word(19_000_000)), false],
    ['says nothing', told('0x'), false],
    ['refuses it', { ok: false, error: { code: -32602, message: 'too many arguments' } }, false],
    ['does not answer', undefined, false],
  ] satisfies readonly (readonly [string, RpcReply | undefined, boolean])[])(
    '%s',
    (_, reply, takes) => {
      expect(overridesRequest.params).toHaveLength(4);
      expect(takesOverrides(reply)).toBe(takes);
    },
  );
});
