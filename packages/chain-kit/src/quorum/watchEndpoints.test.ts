import { describe, expect, it } from 'vitest';
import { createQuorum } from './createQuorum.js';
import type { RpcReply } from '../endpoint/ask.js';
import type { Endpoint } from '../endpoint/createEndpoint.js';
import { watchEndpoints } from './watchEndpoints.js';

const ok = (result: unknown): RpcReply => ({ ok: true, result });
const request = { method: 'height', params: [] };

function endpointOf(name: string, answer: () => Promise<RpcReply>): Endpoint {
  return {
    label: `https://${name}.example`,
    ask: (requests) => Promise.all(requests.map(answer)),
    close: () => Promise.resolve(),
  };
}

function watch() {
  const lines: unknown[] = [];
  let now = 0;
  const watched = watchEndpoints(
    [
      endpointOf('honest', () => Promise.resolve(ok(7))),
      endpointOf('second', () => Promise.resolve(ok(7))),
      endpointOf('liar', () => Promise.resolve(ok(9))),
      endpointOf('silent', () => Promise.reject(new Error('away'))),
      endpointOf('strict', () => Promise.resolve({ ok: false, error: { code: 1, message: 'no' } })),
    ],
    { chain: 'base', clock: () => now, log: (message, context) => lines.push([message, context]) },
  );
  const quorum = createQuorum(watched.endpoints, {
    needed: 2,
    deadlineMs: 1_000,
    clock: () => now,
    onDissent: watched.onDissent,
  });
  const read = async () => {
    const told = await quorum.read({
      subject: 'height',
      items: 1,
      ask: async ({ ask }) => {
        const [reply] = await ask([request]);
        return [reply?.ok === true ? Number(reply.result) : undefined];
      },
    });
    // Who disagreed is known once all have answered.
    await new Promise((resolve) => setImmediate(resolve));
    return told;
  };
  return { ...watched, lines, read, pass: (ms: number) => void (now += ms) };
}

describe('the endpoints of a chain', () => {
  it('are counted by host: answers, refusals, failures, and who differs from the quorum', async () => {
    const { read, usage } = watch();
    expect(await read()).toEqual([7]);
    const none = { answered: 1, refused: 0, failed: 0, dissents: new Map() };
    expect(usage()).toEqual([
      { ...none, host: 'honest.example' },
      { ...none, host: 'second.example' },
      { ...none, host: 'liar.example', dissents: new Map([['height', 1]]) },
      { ...none, host: 'silent.example', answered: 0, failed: 1 },
      { ...none, host: 'strict.example', refused: 1 },
    ]);
  });

  it('have a line in the log for each question once a minute, with how often', async () => {
    const { read, lines, pass } = watch();
    for (let i = 0; i < 3; i += 1) await read();
    const first = ['liar.example', 'silent.example'].map((endpoint): readonly unknown[] => [
      'an endpoint differs from a quorum',
      expect.objectContaining({ chain: 'base', endpoint, times: 1 }),
    ]);
    expect(lines).toEqual(expect.arrayContaining(first));
    expect(lines).toHaveLength(2);
    pass(60_000);
    await read();
    expect(lines.slice(2)).toContainEqual([
      'an endpoint differs from a quorum',
      { chain: 'base', endpoint: 'liar.example', times: 3, error: 'another answer about: height' },
    ]);
  });
});
