import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { PrintedJson, sent } from './answers.js';
import type { RouteHandler } from './context.js';
import { createHandler } from './createHandler.js';

/** Answer of a handler, with what the framework has to say about it. */
async function ask(handle: RouteHandler<'quote'>) {
  const warnings: string[] = [];
  const app = Fastify({
    logger: { level: 'warn', stream: { write: (line: string) => void warnings.push(line) } },
  });
  app.get('/', createHandler('quote', handle));
  const { statusCode, body, headers } = await app.inject('/');
  await app.close();
  return { statusCode, body, type: headers['content-type'], warnings };
}

const json = 'application/json; charset=utf-8';

describe('an answer of a route is sent once', () => {
  it('where its text is printed already', async () => {
    expect(await ask(() => Promise.resolve(new PrintedJson('{"a":1}')))).toEqual({
      statusCode: 200,
      body: '{"a":1}',
      type: json,
      warnings: [],
    });
  });

  it('where the route has sent it by itself', async () => {
    const told = await ask(async (_, reply): Promise<typeof sent> => {
      await reply.code(304).send();
      return sent;
    });
    expect(told).toMatchObject({ statusCode: 304, body: '', warnings: [] });
  });
});
