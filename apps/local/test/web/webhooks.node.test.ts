import { createHmac, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { evmChains } from '../evmChains.js';
import { checkAccessibility } from './checkAccessibility.js';
import { startWeb, type Web } from './startWeb.js';

interface Received {
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: string;
}

/** Deliveries that a server of an app got, and how it answers. */
const receiver = { received: [] as Received[], status: 204, url: '' };
const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    receiver.received.push({ headers: request.headers, body: Buffer.concat(chunks).toString() });
    response.writeHead(receiver.status).end();
  });
});
let web: Web;
let key: string;

beforeAll(async () => {
  web = await startWeb({ chains: evmChains });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  receiver.url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/hooks`;
  ({ secret: key } = await web.system.service.access.keys.create({ name: randomUUID() }));
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await web.close();
});

/** Whether a header signs the delivery with a secret. */
function isSigned({ headers, body }: Received, secret: string, header: string): boolean {
  const signed = `${String(headers['x-signature-timestamp'])}.${body}`;
  return headers[header] === createHmac('sha256', secret).update(signed).digest('hex');
}

async function openWebhooks(options: Parameters<Web['open']>[0] = {}): Promise<Page> {
  const { page } = await web.open({ ...options, path: '/dashboard/webhooks' });
  await page.getByLabel('API key').fill(key);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor();
  return page;
}

/** The secret that the page shows, which it shows no more once it is kept. */
async function keepSecret(page: Page): Promise<string> {
  const secret = await page.locator('code').innerText();
  await page.getByRole('button', { name: 'I have kept it' }).click();
  await expect.poll(() => page.getByText(secret).count()).toBe(0);
  return secret;
}

const last = (): Received => receiver.received.at(-1)!;

async function sendTest(page: Page): Promise<void> {
  const before = receiver.received.length;
  await page.getByRole('button', { name: 'Send a test' }).click();
  await expect.poll(() => receiver.received.length).toBeGreaterThan(before);
}

test('webhooks#create an owner makes, tests, changes, replays, pauses and deletes a webhook', async () => {
  const page = await openWebhooks();
  await page.getByText('No URL is told of your requests yet.').waitFor();
  // A refusal of the API is shown, with its hint.
  await page.getByLabel('URL').fill('ftp://shop.example/hooks');
  await page.getByRole('button', { name: 'Create webhook' }).click();
  await page.getByRole('alert').getByText('The service refused this.').waitFor();
  await page.getByLabel('URL').fill(receiver.url);
  await page.getByRole('button', { name: 'Create webhook' }).click();
  const first = await keepSecret(page);
  expect(first).toMatch(/^whsec_/);
  const facts = page.getByRole('region').filter({ hasText: receiver.url });
  await facts.getByText('Active', { exact: true }).waitFor();

  await sendTest(page);
  await page.getByText('The test was delivered.').waitFor();
  await page.getByText('Your server took it: HTTP 204.').waitFor();
  expect(isSigned(last(), first, 'x-signature-sha256')).toBe(true);

  await page.getByRole('button', { name: 'Change secret' }).click();
  await page.getByText(/Both secrets sign until/).waitFor();
  const second = await keepSecret(page);
  await sendTest(page);
  expect(isSigned(last(), second, 'x-signature-sha256')).toBe(true);
  expect(isSigned(last(), first, 'x-signature-sha256-previous')).toBe(true);
  await page.getByLabel('Change the secret, and').selectOption('end the former one now');
  await page.getByRole('button', { name: 'Change secret' }).click();
  await page.getByText(/The former secret has ended/).waitFor();
  const third = await keepSecret(page);
  await sendTest(page);
  expect(isSigned(last(), third, 'x-signature-sha256')).toBe(true);
  expect(last().headers).not.toHaveProperty('x-signature-sha256-previous');

  const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
  await page.getByRole('button', { name: 'Send again' }).click();
  await page.getByText('Sent again: 3').waitFor();
  await expect
    .poll(() =>
      receiver.received
        .slice(3)
        .map(({ headers }) => headers['webhook-id'])
        .sort(),
    )
    .toEqual([...ids].sort());

  receiver.status = 500;
  await sendTest(page);
  await page.getByText('The test was not taken.').waitFor();
  const deliveries = page.getByRole('group', { name: 'Deliveries' });
  await deliveries.getByText('HTTP 500').waitFor();
  receiver.status = 204;
  await page.getByRole('button', { name: 'Pause' }).click();
  await facts.getByText('Paused', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Resume' }).click();
  await facts.getByText('Active', { exact: true }).waitFor();

  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Keep it' }).click();
  expect(await facts.count()).toBe(1);
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Delete for good' }).click();
  await page.getByText('No URL is told of your requests yet.').waitFor();
});

test('the page of webhooks holds the rules of accessibility, also at 320 pixels', async () => {
  const page = await openWebhooks({ bypassCSP: true });
  await page.getByLabel('URL').fill(`${receiver.url}?${'x'.repeat(300)}`);
  await page.getByRole('button', { name: 'Create webhook' }).click();
  await page.locator('code').waitFor();
  await sendTest(page);
  await page.getByText('The test was delivered.').waitFor();
  await page.getByRole('table').waitFor();
  await checkAccessibility(page, 'webhooks');
  const pictures = process.env['PORTAGE_TEST_PICTURES'];
  if (pictures !== undefined)
    await page.screenshot({ path: `${pictures}/webhooks-375.png`, fullPage: true });
  await page.setViewportSize({ width: 320, height: 640 });
  const widths = await page.evaluate(() => [
    document.documentElement.scrollWidth,
    document.documentElement.clientWidth,
  ]);
  expect(widths).toEqual([320, 320]);
  await page.setViewportSize({ width: 1280, height: 900 });
  if (pictures !== undefined)
    await page.screenshot({ path: `${pictures}/webhooks-wide.png`, fullPage: true });
  await page.getByRole('button', { name: 'Delete' }).click();
  await checkAccessibility(page, 'deletion of a webhook');
});
