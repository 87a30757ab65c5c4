import { expect, it } from 'vitest';
import { makeQuote, request } from '../../test/fixtures.js';
import { startService } from '../../test/startService.js';
import { createClient } from '../createClient.js';
import { getQuote } from './getQuote.js';

const refusal = { message: 'A key is needed.', errorCode: 'UNAUTHORIZED_QUOTE' };

/** A service that refuses quotes that name an app, and the names that it heard. */
async function strictService() {
  const quote = await makeQuote();
  const named: unknown[] = [];
  const { url } = await startService(({ body }, answer) => {
    const { referrer } = JSON.parse(body) as { referrer?: unknown };
    named.push(referrer);
    if (referrer === undefined) answer.json(200, quote);
    else answer.json(401, refusal);
  });
  return { client: createClient({ baseUrl: url, source: 'shop.example' }), named };
}

it('asks without the name of its app where that needs a key', async () => {
  const { client, named } = await strictService();
  expect((await getQuote(client, request)).requestId).toMatch(/^0x/);
  expect(named).toEqual(['shop.example', undefined]);
});

it('hands on what the service says of a name that the caller gave', async () => {
  const { client, named } = await strictService();
  await expect(getQuote(client, { ...request, referrer: 'other' })).rejects.toMatchObject({
    code: 'UNAUTHORIZED_QUOTE',
  });
  expect(named).toEqual(['other']);
});

it('asks once where the service takes the name, or refuses for another reason', async () => {
  let asked = 0;
  const { url } = await startService((_, answer) => {
    asked += 1;
    answer.json(401, { message: 'no', errorCode: 'UNAUTHORIZED' });
  });
  const client = createClient({ baseUrl: url, source: 'shop.example' });
  await expect(getQuote(client, request)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  expect(asked).toBe(1);
});
