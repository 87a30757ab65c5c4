import { PortageError, systemClock } from '@portage/core';
import { describe, expect, it } from 'vitest';
import type { RpcReply } from './ask.js';
import type { Endpoint } from './createEndpoint.js';
import { httpFault } from './createHttp.js';
import { createOperatorEndpoint } from './createOperatorEndpoint.js';
import { createRpc } from './createRpc.js';
import { openEndpoints } from './openEndpoints.js';
import { waitOutLimits } from './waitOutLimits.js';

const question = { method: 'height', params: [] };
type Answer = readonly RpcReply[] | PortageError;

const fault = httpFault('https://busy.example', { status: 429, retryAfterSeconds: 1 });
const refusal: Answer = [{ ok: false, error: { code: 429, message: 'too many requests' } }];

/** A host with these answers, and then the height 7. */
function startHost(label: string, answers: readonly Answer[] = []) {
  const host = { asked: 0 };
  const endpoint: Endpoint = {
    label,
    ask: (requests) => {
      const answer = answers[host.asked] ?? requests.map(() => ({ ok: true, result: 7 }));
      host.asked += 1;
      return answer instanceof PortageError ? Promise.reject(answer) : Promise.resolve(answer);
    },
    close: () => Promise.resolve(),
  };
  return { host, plain: endpoint, endpoint: waitOutLimits(endpoint) };
}

/** Two hosts, of which the first has these answers, behind the clock of the test. */
function startTwo(first: readonly Answer[], second: readonly Answer[] = []) {
  const [busy, other] = [
    startHost('https://busy.example', first),
    startHost('https://other.example', second),
  ];
  let now = 0;
  const rpc = createRpc([busy.endpoint, other.endpoint], { busyCodes: [], clock: () => now });
  const asked = (): readonly number[] => [busy.host.asked, other.host.asked];
  return { rpc, busy, asked, pass: (ms: number) => (now += ms) };
}

describe('a host that wants to be asked less, beside another one', () => {
  it.each([
    ['a status 429 with a time', fault],
    ['a status 503', httpFault('https://busy.example', { status: 503 })],
    ['a code', refusal],
  ])('H15: is not waited for after %s', async (_, answer) => {
    const { rpc, asked } = startTwo([answer, answer, answer]);
    expect(await rpc.read([question])).toEqual([7]);
    expect(asked()).toEqual([1, 1]);
  });

  it('H15: is asked last until its time is over, also where it is preferred', async () => {
    const { rpc, busy, asked, pass } = startTwo([
      httpFault('https://busy.example', { status: 429, retryAfterSeconds: 30 }),
    ]);
    await rpc.read([question]);
    pass(29_999);
    rpc.prefer([busy.endpoint]);
    await rpc.read([question]);
    expect(asked()).toEqual([1, 2]);
    pass(1);
    rpc.prefer([busy.endpoint]);
    await rpc.read([question]);
    expect(asked()).toEqual([2, 2]);
  });

  it('H15: is not waited for by what is read of one endpoint after the other', async () => {
    const { rpc, busy, asked } = startTwo([fault, fault, fault]);
    const read = () => rpc.first(async (ask) => (await ask([question]))[0]);
    expect(await read()).toEqual({ ok: true, result: 7 });
    rpc.prefer([busy.endpoint]);
    await read();
    expect(asked()).toEqual([1, 2]);
    const inTurn = await rpc.askInTurn([question], { counts: ({ ok }) => ok, deadlineMs: 60_000 });
    expect(inTurn).toEqual([{ ok: true, result: 7 }]);
    expect(asked()).toEqual([2, 3]);
  });

  it('H15: is waited for where the other one refuses, too', async () => {
    const { rpc, asked } = startTwo([refusal, refusal, refusal], [refusal]);
    expect(await rpc.read([question])).toEqual([7]);
    expect(asked()).toEqual([4, 1]);
    const first = startTwo([refusal, refusal], [new PortageError('RPC_HTTP_ERROR')]);
    const read = first.rpc.first(async (ask) => (await ask([question]))[0]);
    expect(await read).toEqual({ ok: true, result: 7 });
    expect(first.asked()).toEqual([3, 1]);
  });

  it('H15: is waited for by who asks it alone, as a quorum does', async () => {
    const { busy } = startTwo([refusal, refusal]);
    expect(await busy.endpoint.ask([question])).toEqual([{ ok: true, result: 7 }]);
    expect(busy.host.asked).toBe(3);
  });

  it('H15: has another one of its operator in its place, or is waited for', async () => {
    const [busy, other] = [
      startHost('https://busy.example', [refusal]),
      startHost('https://other.example', [new PortageError('RPC_HTTP_ERROR'), refusal]),
    ];
    const operator = createOperatorEndpoint([busy.endpoint, other.endpoint]);
    await expect(operator.ask([question])).rejects.toThrow();
    expect(await operator.ask([question])).toEqual([{ ok: true, result: 7 }]);
    expect(await operator.ask([question])).toEqual([{ ok: true, result: 7 }]);
  });

  it('H15: counts as one that answers', async () => {
    const stop = new AbortController();
    const { plain } = startHost('https://busy.example', [fault, fault, fault, fault]);
    const { endpoints, connection } = await openEndpoints(
      { name: 'one', rpcUrls: ['https://busy.example'], devnet: true, timeoutMs: 100 },
      {
        check: () => Promise.resolve(),
        connect: () => plain,
        signal: stop.signal,
        clock: systemClock,
        log: () => undefined,
      },
    );
    for (let count = 0; count < 4; count += 1)
      await expect(endpoints[0]?.askOnce?.([question])).rejects.toThrow('429');
    expect(connection.endpoints()).toEqual([{ endpoint: 'https://busy.example' }]);
    stop.abort();
  });
});
