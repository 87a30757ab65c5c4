import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { evmChains } from '../evmChains.js';
import { startWeb, type Web } from './startWeb.js';

/** Pages whose service is away when they are loaded, though their own files are there. */
let web: Web;
beforeAll(async () => {
  web = await startWeb({ chains: evmChains });
});
afterAll(async () => {
  await web.close();
});

/** Calls of a page to its service, but for its own files. */
const calls = /\/(?:chains|quote|requests|intents|currencies|dashboard\/api)|\/app\/settings\.json/;

/** Ways of being away. */
const ways = {
  'refuses connections': (context: BrowserContext) =>
    context.route(calls, (route) => route.abort('connectionrefused')),
  'never answers': (context: BrowserContext) => context.route(calls, () => undefined),
  'answers with errors': (context: BrowserContext) =>
    context.route(calls, (route) => route.fulfill({ status: 503, body: 'busy' })),
} as const;

/** Opens a page of which the clock stands still, so that it waits as long as the test says. */
async function openAway(
  path: string,
  leave: (context: BrowserContext) => Promise<unknown>,
): Promise<{ readonly page: Page; readonly context: BrowserContext }> {
  return await web.open({
    path,
    prepare: async (context) => {
      await context.clock.install();
      await leave(context);
    },
  });
}

describe.each(Object.entries(ways))('a service that %s', (_, leave) => {
  test('is told of within two seconds, and nothing looks worthless', async () => {
    const { page, context } = await openAway('/', leave);
    await page.getByLabel('You pay', { exact: true }).waitFor();
    await context.clock.runFor(2_000);
    await page.getByText('The service is not answering.').waitFor();
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    await expect.poll(() => page.getByRole('main').innerText()).not.toContain('$0.00');
    await expect.poll(() => page.getByText('The service is not answering.').count()).toBe(1);
  });

  test('is there without a click once it is back', async () => {
    const { page, context } = await web.open({
      prepare: async (opened) => void (await leave(opened)),
    });
    await page.getByText('The service is not answering.').waitFor();
    await context.unrouteAll({ behavior: 'ignoreErrors' });
    await page.getByRole('button', { name: 'Try it with test money' }).waitFor();
    await expect.poll(() => page.getByText('The service is not answering.').count()).toBe(0);
  });
});

test('what hangs is asked anew by a click', async () => {
  let isAway = true;
  const { page } = await web.open({
    prepare: async (context) => {
      await context.route(calls, (route) => (isAway ? undefined : route.continue()));
    },
  });
  await page.getByText('The service is not answering.').waitFor();
  isAway = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('button', { name: /^You pay: \w+ on / }).waitFor();
});

test('a price that failed promises no amount and no value', async () => {
  const { page } = await web.open({
    prepare: async (context) => {
      await context.route('**/quote/v2', (route) =>
        route.fulfill({ status: 503, json: { errorCode: 'SERVICE_UNAVAILABLE', message: 'no' } }),
      );
    },
  });
  await page.getByRole('button', { name: 'Try it with test money' }).waitFor();
  await page.getByLabel('You pay', { exact: true }).fill('1');
  await page.getByText('The service rests for a moment.').waitFor();
  await expect.poll(() => page.getByLabel('You receive', { exact: true }).inputValue()).toBe('');
  await expect.poll(() => page.getByRole('main').innerText()).not.toContain('$0.00');
});

test('a dashboard whose service is away lets in once it is back', async () => {
  const { page, context } = await web.open({ path: '/dashboard' });
  await page.getByRole('button', { name: /operator$/i }).waitFor();
  await ways['answers with errors'](context);
  await page.getByRole('button', { name: /operator$/i }).click();
  await page.getByText('The service is not answering').waitFor();
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
});
