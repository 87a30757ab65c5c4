import { describe, expect, it } from 'vitest';
import { decodeReplies } from './decodeReplies.js';

const result = (id: number, value: unknown) => ({ jsonrpc: '2.0', id, result: value });

describe('decodeReplies', () => {
  it('H2: puts replies in the order of the calls, however a batch was reordered', () => {
    expect(
      decodeReplies([result(8, 'b'), { id: 7, error: { code: 3, message: 'no' } }], 7, 2),
    ).toEqual([
      { ok: false, error: { code: 3, message: 'no' } },
      { ok: true, result: 'b' },
    ]);
    expect(decodeReplies(result(7, null), 7, 1)).toEqual([{ ok: true, result: null }]);
  });

  it('H15: keeps the words that a host puts into the data of a refusal', () => {
    const data = { error_id: '4ed94073', payload: 'range 900 is bigger than range limit 200' };
    const error = { code: -32602, message: 'invalid params', data };
    expect(decodeReplies({ id: 7, error }, 7, 1)).toEqual([
      {
        ok: false,
        error: {
          code: -32602,
          message: 'invalid params: range 900 is bigger than range limit 200',
        },
      },
    ]);
  });

  it.each([
    ['a foreign id', [result(9, 1)], 1],
    ['an id twice', [result(7, 1), result(7, 2)], 2],
    ['a missing reply', [result(7, 1)], 2],
    [
      'one error for the whole batch',
      { id: null, error: { code: -32600, message: 'batch too large' } },
      2,
    ],
    ['neither result nor error', [{ id: 7 }], 1],
    ['a text', 'oops', 1],
  ])('H2: refuses %s', (_, body, count) => {
    expect(() => decodeReplies(body, 7, count)).toThrow(
      expect.objectContaining({ code: 'RPC_HTTP_ERROR' }),
    );
  });
});
