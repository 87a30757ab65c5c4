import type { RpcReply } from '@portage/chain-kit';
import { describe, expect, it } from 'vitest';
import { createSocketCalls } from './createSocketCalls.js';

interface Sent {
  readonly id: number;
  readonly method: string;
}

/** A connection whose other end is the test. */
function connect(timeoutMs = 60_000) {
  const messages: (Sent | readonly Sent[])[] = [];
  let silences = 0;
  const calls = createSocketCalls({
    send: (text) => messages.push(JSON.parse(text) as Sent | readonly Sent[]),
    label: 'ws://node',
    timeoutMs,
    onSilence: () => (silences += 1),
  }); // What it sent itself.
  return { calls, messages, silences: () => silences };
}

const call = (method: string) => ({ method, params: [] });
const turn = () => new Promise((resolve) => setImmediate(resolve));
const result = (id: number, value: unknown) => ({ jsonrpc: '2.0', id, result: value });
const ok = (value: unknown): RpcReply => ({ ok: true, result: value });

describe('createSocketCalls', () => {
  it('sends what is asked in one turn as one message, and one question by itself', async () => {
    const { calls, messages } = connect();
    const first = calls.ask([call('a')]);
    const second = Promise.resolve().then(() => calls.ask([call('b'), call('c')]));
    await turn();
    expect(messages).toMatchObject([
      [
        { id: 1, method: 'a' },
        { id: 2, method: 'b' },
        { id: 3, method: 'c' },
      ],
    ]);
    calls.receive([result(3, 'C'), result(1, 'A'), { id: 2, error: { code: 5, message: 'no' } }]);
    expect(await first).toEqual([ok('A')]);
    expect(await second).toEqual([{ ok: false, error: { code: 5, message: 'no' } }, ok('C')]);
    const third = calls.ask([call('d')]);
    await turn();
    expect(messages[1]).toMatchObject({ id: 4, method: 'd' });
    calls.receive(result(4, 'D'));
    expect(await third).toEqual([ok('D')]);
  });

  it('asks nothing while an answer is on its way, and then everything that waited', async () => {
    const { calls, messages } = connect();
    const answers = [calls.ask([call('a')])];
    await turn();
    answers.push(calls.ask([call('b')]));
    await turn();
    answers.push(calls.ask([call('c')]));
    await turn();
    expect(messages).toHaveLength(1);
    calls.receive(result(1, 'A'));
    expect(messages[1]).toMatchObject([{ id: 2 }, { id: 3 }]);
    calls.receive([result(2, 'B'), result(3, 'C')]);
    expect(await Promise.all(answers)).toEqual([[ok('A')], [ok('B')], [ok('C')]]);
  });

  it('sends at most twenty together', async () => {
    const { calls, messages } = connect();
    const answers = calls.ask(Array.from({ length: 45 }, (_, index) => call(String(index))));
    await turn();
    for (let sent = 0; sent < messages.length; sent += 1) {
      const asked = messages[sent] as readonly Sent[];
      expect(asked).toHaveLength([20, 20, 5][sent] ?? 0);
      calls.receive(asked.map(({ id, method }) => result(id, method)));
    }
    expect(await answers).toEqual(Array.from({ length: 45 }, (_, index) => ok(String(index))));
  });

  it('asks one by one where a node refuses several calls at once', async () => {
    const { calls, messages } = connect();
    const answers = calls.ask([call('a'), call('b')]);
    await turn();
    calls.receive({ jsonrpc: '2.0', id: null, error: { code: -32600, message: 'no batches' } });
    expect(messages[1]).toMatchObject({ id: 3, method: 'a' });
    calls.receive(result(3, 'A'));
    expect(messages[2]).toMatchObject({ id: 4, method: 'b' });
    calls.receive(result(4, 'B'));
    expect(await answers).toEqual([ok('A'), ok('B')]);
  });

  it('refuses what answers no question of ours, and still knows what it asked', async () => {
    const { calls } = connect();
    expect(() => calls.receive(result(1, 'A'))).toThrow(
      expect.objectContaining({ code: 'RPC_HTTP_ERROR' }),
    );
    const answer = calls.ask([call('a')]);
    await turn();
    for (const foreign of [result(2, 'B'), [], 'oops', null])
      expect(() => calls.receive(foreign)).toThrow(
        expect.objectContaining({ code: 'RPC_HTTP_ERROR' }),
      );
    calls.receive(result(1, 'A'));
    expect(await answer).toEqual([ok('A')]);
  });

  it('fails everything that is open when the connection is gone, and whatever is asked later', async () => {
    const { calls, messages } = connect();
    const open = [calls.ask([call('a')])];
    await turn();
    open.push(calls.ask([call('b')]));
    calls.fail();
    for (const answer of [...open, calls.ask([call('c')])])
      await expect(answer).rejects.toMatchObject({ code: 'RPC_HTTP_ERROR' });
    await turn();
    expect(messages).toHaveLength(1);
  });

  it('gives up on a node that owes an answer for too long', async () => {
    const { calls, silences } = connect(1);
    await expect(calls.ask([call('a')])).rejects.toThrow('ws://node did not answer in time.');
    expect(silences()).toBe(1);
  });
});
