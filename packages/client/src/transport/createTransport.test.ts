import { describe, expect, it } from 'vitest';
import { startService } from '../../test/startService.js';
import { createTransport } from './createTransport.js';

const quick = { random: () => 0 };

describe('createTransport', () => {
  it('fills paths and queries, sends the key and reads JSON', async () => {
    const service = await startService((_, answer) => answer.json(200, { balances: [] }));
    const transport = createTransport({ baseUrl: `${service.url}/`, apiKey: 'secret' });
    expect(
      await transport.call('appFeeClaims', {
        params: { wallet: 'a/b' },
        query: { limit: 5, continuation: undefined },
      }),
    ).toEqual({ balances: [] });
    expect(service.heard[0]).toMatchObject({
      method: 'GET',
      path: '/app-fees/a%2Fb/claims',
      headers: { 'x-api-key': 'secret' },
    });
    expect(service.heard[0]!.query.toString()).toBe('limit=5');
  });

  it('keeps the path of its base address', async () => {
    const service = await startService((_, answer) => answer.json(200, {}));
    await createTransport({ baseUrl: `${service.url}/portage/` }).call('health', {});
    expect(service.heard[0]!.path).toBe('/portage/health');
  });

  it.each(['ftp://host', 'host', 'http://host/?a=1', 'http://user:word@host'])(
    'refuses the base address %s',
    (baseUrl) => {
      expect(() => createTransport({ baseUrl })).toThrow(
        expect.objectContaining({ code: 'INVALID_CONFIGURATION' }),
      );
    },
  );

  it('hands on the code, message, hint and details of the service', async () => {
    const service = await startService((_, answer) =>
      answer.json(400, {
        message: 'Too little.',
        errorCode: 'AMOUNT_TOO_LOW',
        code: 'AMOUNT_TOO_LOW',
        statusCode: 400,
        hint: 'Send more.',
        errors: [{ path: 'amount', message: 'is 1' }],
        errorData: { minimum: '2' },
      }),
    );
    await expect(
      createTransport({ baseUrl: service.url }).call('quote', { body: {} }),
    ).rejects.toMatchObject({
      code: 'AMOUNT_TOO_LOW',
      message: 'Too little.',
      hint: 'Send more.',
      details: [{ path: 'amount', message: 'is 1' }],
      context: { minimum: '2', status: 400 },
    });
  });

  it.each([
    [401, 'UNAUTHORIZED'],
    [404, 'NOT_FOUND'],
    [418, 'INVALID_REQUEST'],
    [500, 'UNKNOWN_ERROR'],
  ])('gives an unnamed %i the code %s', async (status, code) => {
    const service = await startService((_, answer) =>
      answer.json(status, { message: 'no', code: 'toString' }),
    );
    await expect(
      createTransport({ baseUrl: service.url }).call('health', {}),
    ).rejects.toMatchObject({ code, message: 'no' });
  });

  it.each([408, 425, 429, 500, 502, 503, 504, 507, 520, 522, 524, 530])(
    'repeats a GET after %i, which may pass, and obeys Retry-After',
    async (status) => {
      const service = await startService((_, answer) =>
        service.heard.length < 3
          ? answer.json(status, { message: 'busy' }, { 'retry-after': '0' })
          : answer.json(200, { ok: true }),
      );
      expect(await createTransport({ baseUrl: service.url, ...quick }).call('health', {})).toEqual({
        ok: true,
      });
      expect(service.heard).toHaveLength(3);
    },
  );

  it('gives up after its retries', async () => {
    const service = await startService((_, answer) => answer.json(429, { message: 'slow down' }));
    await expect(
      createTransport({ baseUrl: service.url, retries: 1, ...quick }).call('health', {}),
    ).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    expect(service.heard).toHaveLength(2);
  });

  it('never repeats a POST, nor a GET that was refused', async () => {
    const service = await startService((heard, answer) =>
      answer.json(heard.method === 'POST' ? 503 : 400, { message: 'no' }),
    );
    const transport = createTransport({ baseUrl: service.url, ...quick });
    await expect(transport.call('quote', { body: {} })).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
    });
    await expect(transport.call('health', {})).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
    expect(service.heard).toHaveLength(2);
  });

  it.each([
    [502, 'SERVICE_UNAVAILABLE'],
    [503, 'SERVICE_UNAVAILABLE'],
    [504, 'REQUEST_TIMED_OUT'],
    [520, 'UNKNOWN_ERROR'],
  ])('takes the page of a proxy with %i for a service that is away', async (status, code) => {
    const service = await startService((_, answer) => answer.text(status, '<html>away</html>'));
    const asked = createTransport({ baseUrl: service.url, retries: 0 }).call('health', {});
    await expect(asked).rejects.toMatchObject({ code, retryable: true });
  });

  it('says when an answer is not JSON', async () => {
    const service = await startService((_, answer) => answer.text(200, '<html>hotel wifi</html>'));
    await expect(
      createTransport({ baseUrl: service.url }).call('health', {}),
    ).rejects.toMatchObject({ code: 'INVALID_RESPONSE', context: { status: 200 } });
  });

  it('says when nobody answers', async () => {
    const service = await startService((_, answer) => answer.json(200, {}));
    await service.close();
    await expect(
      createTransport({ baseUrl: service.url, retries: 1, ...quick }).call('health', {}),
    ).rejects.toMatchObject({ code: 'HTTP_REQUEST_FAILED' });
  });

  it('follows no redirect, so the key stays', async () => {
    const thief = await startService((_, answer) => answer.json(200, {}));
    const service = await startService((_, answer) =>
      answer.text(307, '', { location: thief.url }),
    );
    await expect(
      createTransport({ baseUrl: service.url, apiKey: 'secret' }).call('health', {}),
    ).rejects.toMatchObject({ code: 'INVALID_RESPONSE' });
    expect(thief.heard).toEqual([]);
  });

  it.each([
    'http://evil.example/x',
    '//evil.example/x',
    '/\\evil.example',
    '@evil.example',
    'x',
    '/../x',
    '/a/%2e%2e/b',
    '/a b',
    '/a\n',
    '',
  ])('refuses the path %j', async (path) => {
    const service = await startService((_, answer) => answer.json(200, {}));
    await expect(
      createTransport({ baseUrl: service.url, apiKey: 'secret' }).fetch(path, {}),
    ).rejects.toMatchObject({ code: 'INVALID_RESPONSE' });
    expect(service.heard).toEqual([]);
  });

  it('bounds an answer that never ends', async () => {
    const service = await startService((_, answer) => {
      answer.raw.writeHead(200, { 'content-type': 'application/json' });
      answer.raw.write('{');
    });
    await expect(
      createTransport({ baseUrl: service.url, timeoutMs: 50 }).call('health', {}),
    ).rejects.toMatchObject({ code: 'REQUEST_TIMED_OUT' });
    await expect.poll(() => service.unfinished()).toBe(0);
  });

  it('does not read an answer to its end that is too long', async () => {
    let sent = 0;
    const service = await startService(async (_, answer) => {
      answer.raw.writeHead(200, { 'content-type': 'application/json' });
      for (; sent < 400 && !answer.raw.destroyed; sent += 1) {
        answer.raw.write(' '.repeat(100_000));
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
      answer.raw.end('{}');
    });
    await expect(
      createTransport({ baseUrl: service.url }).call('health', {}),
    ).rejects.toMatchObject({ code: 'INVALID_RESPONSE' });
    await expect.poll(() => service.unfinished()).toBe(0);
    expect(sent).toBeLessThan(400);
  });

  it('stops at once when its caller does, in a call and between retries', async () => {
    const service = await startService((_, answer) =>
      service.heard.length === 1 ? undefined : answer.json(503, {}),
    );
    const transport = createTransport({ baseUrl: service.url });
    for (const waitMs of [20, 20]) {
      const controller = new AbortController();
      const call = transport.call('health', { signal: controller.signal });
      setTimeout(() => controller.abort(), waitMs);
      await expect(call).rejects.toMatchObject({ code: 'EXECUTION_ABORTED' });
    }
    await expect.poll(() => service.unfinished()).toBe(0);
    expect(service.heard).toHaveLength(2);
  });
});
