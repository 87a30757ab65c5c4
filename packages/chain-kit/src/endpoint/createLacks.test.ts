import { describe, expect, it } from 'vitest';
import type { RpcReply, RpcRequest } from './ask.js';
import type { Endpoint } from './createEndpoint.js';
import { createOperatorEndpoint } from './createOperatorEndpoint.js';
import { createRpc } from './createRpc.js';
import { openEndpoints } from './openEndpoints.js';

const simulation: RpcRequest = { method: 'simulate', params: [] };
const final: RpcRequest = { method: 'block', params: ['final'], needs: 'final' };
const height: RpcRequest = { method: 'height', params: [] };
const noMethod: RpcReply = { ok: false, error: { code: -32_601, message: 'method not found' } };
const noBlock: RpcReply = { ok: false, error: { code: -39_001, message: 'Unknown block' } };
const tooMany: RpcReply = { ok: false, error: { code: -32_016, message: 'over rate limit' } };
const value: RpcReply = { ok: true, result: 7 };

/** Endpoints that answer each need as `answers` says, behind what opens them for a chain. */
async function openThem(urls: readonly string[], probed: readonly RpcRequest[] = []) {
  const stop = new AbortController();
  const asked: string[] = [];
  const logged: Record<string, unknown>[] = [];
  const answers = new Map<string, RpcReply>();
  const state = { now: 0, isAway: false };
  const opened = await openEndpoints(
    {
      name: 'one',
      rpcUrls: urls.map((url) => ({ url, operator: 'acme' })),
      quorum: 1,
      devnet: true,
      timeoutMs: 1_000,
    },
    {
      check: async ({ ask }) => void (await ask([height])),
      probe: async ({ ask }, signal) => {
        await ask(probed, signal);
        return {};
      },
      connect: (url): Endpoint => ({
        label: url,
        ask: (requests) => {
          if (state.isAway) return Promise.reject(new TypeError('away'));
          return Promise.resolve(
            requests.map((request) => {
              const key = `${new URL(url).host} ${request.needs ?? request.method}`;
              asked.push(key);
              return answers.get(key) ?? value;
            }),
          );
        },
        close: () => Promise.resolve(),
      }),
      signal: stop.signal,
      clock: { now: () => state.now },
      log: (message, context) => void logged.push({ message, ...context }),
    },
  );
  const countOf = (key: string): number => asked.filter((one) => one === key).length;
  return { ...opened, answers, state, logged, countOf, asked, stop };
}

const [one, two] = ['https://one.example', 'https://two.example'] as const;

describe('properties that an endpoint lacks', () => {
  it('H15: are learned from refusals and empty answers, and forgotten with an answer', async () => {
    const { endpoints, answers, connection, state, stop } = await openThem([one]);
    const [endpoint] = endpoints;
    const told = () => connection.endpoints()[0]?.lacks;
    answers.set('one.example simulate', noMethod).set('one.example final', noBlock);
    await endpoint?.ask([simulation, final, height]);
    expect(told()).toEqual(['final', 'simulate']);
    answers.set('one.example final', { ok: true, result: null });
    await endpoint?.ask([final]);
    expect(told()).toEqual(['final', 'simulate']);
    answers.set('one.example final', value);
    await endpoint?.ask([final]);
    expect(told()).toEqual(['simulate']);
    state.now += 600_001;
    expect(told()).toBeUndefined();
    stop.abort();
  });

  it('H15: are not those of a host that wants to be asked less', async () => {
    const { endpoints, answers, connection, stop } = await openThem([one]);
    answers.set('one.example final', tooMany).set('one.example simulate', tooMany);
    await endpoints[0]?.ask([final, simulation]);
    expect(connection.endpoints()[0]?.lacks).toBeUndefined();
    stop.abort();
  });

  it('H15: are asked for at the start and after an outage, and said in a line', async () => {
    const { endpoints, answers, state, logged, countOf, stop } = await openThem(
      [one],
      [simulation, final],
    );
    expect(countOf('one.example simulate')).toBe(1);
    const lines = () => logged.filter(({ message }) => message === 'an endpoint lacks properties');
    expect(lines()).toEqual([]);
    answers.set('one.example simulate', noMethod);
    state.isAway = true;
    for (let times = 0; times < 3; times += 1)
      await endpoints[0]?.ask([height]).catch(() => undefined);
    [state.isAway, state.now] = [false, 60_000];
    await endpoints[0]?.ask([height]);
    await expect
      .poll(lines)
      .toEqual([expect.objectContaining({ chain: 'one', endpoint: one, lacks: 'simulate' })]);
    expect(countOf('one.example simulate')).toBe(2);
    stop.abort();
  });

  it('H15: are asked of another endpoint of the same operator', async () => {
    const { endpoints, answers, countOf, stop } = await openThem([one, two], [simulation]);
    answers.set('one.example final', noBlock);
    const [operator] = endpoints;
    for (let times = 0; times < 3; times += 1) await operator?.ask([final]);
    expect([countOf('one.example final'), countOf('two.example final')]).toEqual([1, 2]);
    expect(operator?.lacks?.('final')).toBe(false);
    answers.set('two.example final', noBlock);
    await operator?.ask([final]);
    expect(operator?.lacks?.('final')).toBe(true);
    stop.abort();
  });

  it('H15: are not asked for in turn', async () => {
    const asked: string[] = [];
    const named = (label: string, lacks: readonly string[]): Endpoint => ({
      label,
      lacks: (property) => lacks.includes(property),
      ask: (requests) => {
        asked.push(...requests.map(({ method }) => `${label} ${method}`));
        return Promise.resolve(requests.map(() => value));
      },
      close: () => Promise.resolve(),
    });
    const operator = createOperatorEndpoint([named('a', ['simulate'])]);
    const rpc = createRpc([operator, named('b', [])], { busyCodes: [], clock: () => 0 });
    const options = { counts: ({ ok }: RpcReply) => ok, deadlineMs: 1_000 };
    expect(await rpc.askInTurn([height, simulation], options)).toEqual([value, value]);
    expect(asked).toEqual(['a height', 'b simulate']);
  });
});
