import { describe, expect, it } from 'vitest';
import { startService, type Script, type ScriptedService } from '../../test/startService.js';
import { createTransport } from '../transport/createTransport.js';
import type { StatusUpdate } from '../readStatus.js';
import { watchStatus, type WatchOptions } from './watchStatus.js';

function status(word: string, updatedAt = 1): Record<string, unknown> {
  return {
    requestId: '0x1',
    status: word,
    inTxHashes: [],
    txHashes: word === 'success' ? ['0xf1'] : [],
    updatedAt,
  };
}

async function words(
  service: ScriptedService,
  options: Partial<WatchOptions> = {},
): Promise<string[]> {
  const seen: StatusUpdate[] = [];
  const transport = createTransport({ baseUrl: service.url });
  for await (const update of watchStatus(transport, '/check', {
    signal: AbortSignal.timeout(120_000),
    pollMs: 10,
    random: () => 0.5,
    ...options,
  }))
    seen.push(update);
  return seen.map((update) => update.status);
}

describe('watchStatus', () => {
  it('reads pushed statuses over one connection', async () => {
    const service = await startService((_, answer) => {
      const stream = answer.stream();
      for (const word of ['waiting', 'pending', 'submitted', 'success']) stream.send(status(word));
    });
    expect(await words(service)).toEqual(['waiting', 'pending', 'submitted', 'success']);
    expect(service.heard).toHaveLength(1);
    expect(service.heard[0]!.headers.accept).toBe('text/event-stream');
    await expect.poll(() => service.unfinished()).toBe(0);
  });

  it('does not miss an end that came before it asked', async () => {
    const service = await startService((_, answer) => answer.stream().send(status('success')));
    expect(await words(service)).toEqual(['success']);
  });

  it('reads events that arrive in pieces, with comments, ids and CRLF between', async () => {
    const service = await startService(async (_, answer) => {
      const stream = answer.stream();
      for (const piece of [
        ': hello\r\n\r\n',
        'id: 7\r\nda',
        'ta: {"status":"pend',
        'ing"}\r\n',
        '\r\n:\n\n',
        'data: {"status":\ndata: "success"}\n\n',
      ]) {
        stream.write(piece);
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    });
    expect(await words(service)).toEqual(['pending', 'success']);
  });

  it('polls where the service does not push; the first answer counts', async () => {
    const script = ['waiting', 'pending', 'pending', 'success'];
    const service = await startService((_, answer) => answer.json(200, status(script.shift()!)));
    expect(await words(service)).toEqual(['waiting', 'pending', 'success']);
    expect(service.heard).toHaveLength(4);
  });

  it('asks again at once when a stream breaks, so nothing in between is missed', async () => {
    const service = await startService((_, answer) => {
      const stream = answer.stream();
      if (service.heard.length > 1) {
        stream.send(status('success'));
        return;
      }
      stream.send(status('pending'));
      setTimeout(() => stream.cut(), 5);
    });
    const before = performance.now();
    expect(await words(service, { pollMs: 60_000 })).toEqual(['pending', 'success']);
    expect(performance.now() - before).toBeLessThan(20_000);
  });

  it('polls plainly after a stream that said nothing', async () => {
    const service = await startService((heard, answer) => {
      if (heard.headers.accept === 'text/event-stream') answer.stream();
      else answer.json(200, status('success'));
    });
    expect(await words(service, { silence: { firstMs: 30, idleMs: 30 } })).toEqual(['success']);
    await expect.poll(() => service.unfinished()).toBe(0);
  });

  it('notices a stream that died in silence', async () => {
    const service = await startService((_, answer) =>
      answer.stream().send(status(service.heard.length > 1 ? 'success' : 'pending')),
    );
    expect(await words(service, { silence: { firstMs: 1_000, idleMs: 30 } })).toEqual([
      'pending',
      'success',
    ]);
  });

  it('does not ask without pause for streams that end at once', async () => {
    const stop = new AbortController();
    const service = await startService((_, answer) => {
      const stream = answer.stream();
      // Every stream brings something new.
      stream.send(status('pending', service.heard.length));
      stream.end();
    });
    setTimeout(() => stop.abort(), 300);
    await expect(words(service, { signal: stop.signal, pollMs: 20 })).rejects.toMatchObject({
      code: 'EXECUTION_ABORTED',
    });
    expect(service.heard.length).toBeLessThan(10);
  });

  it('leaves a stream of lines that say nothing', async () => {
    const service = await startService(async (_, answer) => {
      if (service.heard.length > 1) {
        answer.json(200, status('success'));
        return;
      }
      const stream = answer.stream();
      while (!answer.raw.destroyed) {
        stream.write('\n'.repeat(50_000));
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
    });
    expect(await words(service)).toEqual(['success']);
    await expect.poll(() => service.unfinished()).toBe(0);
  });

  it('slows down while nothing is new', async () => {
    const stop = new AbortController();
    const times: number[] = [];
    const service = await startService((_, answer) => {
      if (times.push(performance.now()) === 10) stop.abort();
      answer.json(200, status('pending'));
    });
    await expect(words(service, { signal: stop.signal, pollMs: 20 })).rejects.toMatchObject({
      code: 'EXECUTION_ABORTED',
    });
    // Nine waits, of which the last are five times as long as the first: at one pace it would be
    // 180 ms.
    expect(times[9]! - times[0]!).toBeGreaterThan(400);
  });

  it('V7: waits out faults that may pass', async () => {
    const faults: Script[] = [
      (_, answer) => answer.json(503, { message: 'busy' }),
      (_, answer) => answer.text(502, '<html>'),
      (_, answer) => answer.json(429, { message: 'slow down' }),
      (_, answer) => answer.json(200, { hello: 'world' }),
      (_, answer) => answer.stream().write('data: not json\n\n'),
      (_, answer) => void answer.raw.destroy(),
      (_, answer) => answer.json(200, status('success')),
    ];
    const service = await startService((heard, answer) => faults.shift()?.(heard, answer));
    expect(await words(service)).toEqual(['success']);
    expect(faults).toEqual([]);
  });

  it.each([
    [404, 'UNKNOWN_REQUEST'],
    [401, 'UNAUTHORIZED'],
    [400, 'INVALID_REQUEST'],
  ])('ends with the refusal %i %s', async (code, errorCode) => {
    const service = await startService((_, answer) =>
      answer.json(code, { message: 'no', errorCode }),
    );
    await expect(words(service)).rejects.toMatchObject({ code: errorCode });
    expect(service.heard).toHaveLength(1);
  });

  it('takes words that it does not know for going on, and older words for ends', async () => {
    const service = await startService((_, answer) => {
      const stream = answer.stream();
      for (const word of ['delayed', 'constructor', 'fallback']) stream.send(status(word));
    });
    expect(await words(service)).toEqual(['delayed', 'constructor', 'fallback']);
  });

  it('understands a boolean success flag', async () => {
    const flags = [false, true];
    const service = await startService((_, answer) => answer.json(200, { success: flags.shift() }));
    expect(await words(service)).toEqual(['pending', 'success']);
  });

  it('drops what a lagging replica says', async () => {
    const script = [status('submitted', 5), status('waiting', 2), status('success', 6)];
    const service = await startService((_, answer) => answer.json(200, script.shift()));
    expect(await words(service)).toEqual(['submitted', 'success']);
  });

  it('leaves no connection when it is aborted, whatever it waits for', async () => {
    const scripts: Script[] = [
      (_, answer) => answer.stream().send(status('pending')),
      () => undefined,
      (_, answer) => void answer.stream(),
    ];
    for (const script of scripts) {
      const service = await startService(script);
      const controller = new AbortController();
      const watch = words(service, { signal: controller.signal });
      setTimeout(() => controller.abort(), 30);
      await expect(watch).rejects.toMatchObject({ code: 'EXECUTION_ABORTED' });
      await expect.poll(() => service.unfinished()).toBe(0);
    }
  });
});
