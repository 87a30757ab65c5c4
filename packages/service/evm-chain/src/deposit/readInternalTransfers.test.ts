import { describe, expect, it } from 'vitest';
import { readInternalTransfers, transfersOf } from './readInternalTransfers.js';

const [a, b, c] = ['a', 'b', 'c'].map((digit) => `0x${digit.repeat(40)}`) as [
  string,
  string,
  string,
];
const call = (to: string, value: string | undefined, more: object = {}): object => ({
  type: 'CALL',
  from: a,
  to,
  ...(value === undefined ? {} : { value }),
  ...more,
});

describe('native currency within a transaction', () => {
  it('is found at every depth, in any case of the address', () => {
    const trace = call(b.toUpperCase().replace('0X', '0x'), '0x5', {
      calls: [call(c, '0x0'), call(c, undefined, { calls: [call(a, '0x7')] })],
    });
    expect(transfersOf(trace)).toEqual([
      { to: b, amount: 5n },
      { to: a, amount: 7n },
    ]);
  });

  it('does not move by calls that failed, nor within them, nor by calls that lend code', () => {
    const trace = call(b, '0x1', {
      calls: [
        call(c, '0x2', { error: 'execution reverted', calls: [call(a, '0x3')] }),
        call(c, '0x4', { type: 'DELEGATECALL', calls: [call(a, '0x5')] }),
        call(c, '0x6', { type: 'CALLCODE' }),
        call(c, undefined, { type: 'STATICCALL' }),
        call(c, '0x8', { type: 'SELFDESTRUCT' }),
      ],
    });
    const found = transfersOf(trace)?.map(({ amount }) => amount);
    expect(found?.toSorted()).toEqual([1n, 5n, 8n]);
    expect(transfersOf({ ...trace, error: 'out of gas' })).toEqual([]);
  });

  it('is not known where an endpoint tells something else, or without end', () => {
    for (const other of [
      undefined,
      null,
      'trace',
      [],
      {},
      { structLogs: [] },
      call(b, '0x1', { calls: [7] }),
    ])
      expect(transfersOf(other)).toBeUndefined();
    const wide = call(b, '0x1', { calls: Array.from({ length: 20_000 }, () => call(c, '0x1')) });
    expect(transfersOf(wide)).toBeUndefined();
    let deep: object = call(c, '0x9');
    for (let depth = 0; depth < 10_000; depth += 1) deep = call(b, '0x0', { calls: [deep] });
    expect(transfersOf(deep)).toEqual([{ to: c, amount: 9n }]);
    expect(transfersOf(call(b, '0xnonsense'))).toEqual([]);
  });

  it('is not known where the endpoint does not trace', async () => {
    const refused = { ok: false, error: { code: -32601, message: 'no such method' } } as const;
    expect(
      await readInternalTransfers({ ask: () => Promise.resolve([refused]) }, a),
    ).toBeUndefined();
    const told = { ok: true, result: call(b, '0x5') } as const;
    expect(await readInternalTransfers({ ask: () => Promise.resolve([told]) }, a)).toEqual([
      { to: b, amount: 5n },
    ]);
  });
});
