import { describe, expect, it } from 'vitest';
import type { RpcReply, RpcRequest } from './ask.js';
import type { Endpoint } from './createEndpoint.js';
import { httpFault } from './createHttp.js';
import { waitOutLimits, type PassingRefusal } from './waitOutLimits.js';

const label = 'https://node.example';
const call = (method: string): RpcRequest => ({ method, params: [] });
const ok = (result: unknown): RpcReply => ({ ok: true, result });
const refusal = (code: number): RpcReply => ({ ok: false, error: { code, message: 'no' } });

/** A host whose answers come in this order, and then the methods themselves. */
function startHost(answers: readonly (readonly RpcReply[] | Error)[], passes?: PassingRefusal) {
  const asked: (readonly string[])[] = [];
  const endpoint: Endpoint = {
    label,
    ask: (requests) => {
      const answer = answers[asked.length] ?? requests.map(({ method }) => ok(method));
      asked.push(requests.map(({ method }) => method));
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
    },
    close: () => Promise.resolve(),
  };
  return { endpoint: waitOutLimits(endpoint, passes), asked };
}

describe('waitOutLimits', () => {
  it.each([
    ['429', httpFault(label, { status: 429 })],
    ['429 and a time', httpFault(label, { status: 429, retryAfterSeconds: 1 })],
    ['503', httpFault(label, { status: 503 })],
  ])('H15: asks again after a status %s', async (_, fault) => {
    const { endpoint, asked } = startHost([fault]);
    expect(await endpoint.ask([call('a')])).toEqual([ok('a')]);
    expect(asked).toHaveLength(2);
  });

  it.each([429, -32016, -32011])('H15: asks again what has the code %s alone', async (code) => {
    const { endpoint, asked } = startHost([[ok(1), refusal(code), ok(3)]]);
    expect(await endpoint.ask(['a', 'b', 'c'].map(call))).toEqual([ok(1), ok('b'), ok(3)]);
    expect(asked).toEqual([['a', 'b', 'c'], ['b']]);
  });

  it('H15: ends after three attempts, with the words of the host', async () => {
    const fault = httpFault(label, { status: 429 }, 'too often');
    const { endpoint, asked } = startHost([fault, fault, fault]);
    await expect(endpoint.ask([call('a')])).rejects.toThrow('too often');
    expect(asked).toHaveLength(3);
    const busy = startHost([[refusal(429)], [refusal(429)], [refusal(429)]]);
    expect(await busy.endpoint.ask([call('a')])).toEqual([refusal(429)]);
    expect(busy.asked).toHaveLength(3);
  });

  it.each([
    ['a host that wants a longer time', httpFault(label, { status: 429, retryAfterSeconds: 2 })],
    ['a host that knows no such key', httpFault(label, { status: 401 })],
    ['a connection that broke', new Error('broken')],
  ])('H15: leaves %s to the other endpoints', async (_, fault) => {
    const { endpoint, asked } = startHost([fault]);
    await expect(endpoint.ask([call('a')])).rejects.toBe(fault);
    expect(asked).toHaveLength(1);
  });

  it('H15: asks again what a family says that it passes', async () => {
    const { endpoint, asked } = startHost(
      [[refusal(-32000), refusal(-32000)]],
      ({ method }) => method === 'b',
    );
    expect(await endpoint.ask(['a', 'b'].map(call))).toEqual([refusal(-32000), ok('b')]);
    expect(asked).toEqual([['a', 'b'], ['b']]);
  });

  it('H15: ends with its caller', async () => {
    const fault = httpFault(label, { status: 429, retryAfterSeconds: 1 });
    const { endpoint, asked } = startHost([fault]);
    const over = new AbortController();
    const answer = endpoint.ask([call('a')], over.signal);
    over.abort();
    await expect(answer).rejects.toMatchObject({ name: 'AbortError' });
    expect(asked).toHaveLength(1);
  });
});
