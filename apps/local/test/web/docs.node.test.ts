import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestServer } from '../../../../packages/service/api/test/createTestServer.js';
import { buildDocs } from './buildDocs.js';
import { checkAccessibility } from './checkAccessibility.js';
import { openBrowser } from './openBrowser.js';
import { openPage, type OpenPage } from './openPage.js';

let browser: Browser;
let close: () => Promise<void>;
let url: string;
beforeAll(async () => {
  const [dir, started] = await Promise.all([buildDocs(), openBrowser()]);
  browser = started;
  const { server } = await createTestServer({ docs: { dir } });
  close = () => server.close();
  url = await server.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await browser.close();
  await close();
});

const open = (path: string): Promise<OpenPage> => openPage(browser, url, { path });

test('a reader goes from the start to the quick start, and loads nothing that is refused', async () => {
  const { page, faults } = await open('/docs');
  await page.getByRole('link', { name: 'Quick start' }).first().click();
  await page.getByRole('heading', { level: 1, name: 'Quick start' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/docs/guide/quick-start');
  await page.getByRole('link', { name: 'Quotes and verification' }).click();
  await page.getByRole('heading', { name: 'What the SDK verifies' }).waitFor();
  expect(faults).toEqual([]);
});

test('the search finds an error code and leads to it', async () => {
  const { page, faults } = await open('/docs/guide/quick-start');
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByRole('searchbox').fill('QUOTE_VERIFICATION_FAILED');
  await page.getByRole('option').filter({ hasText: 'Errors' }).first().click();
  await page.waitForURL(/\/docs\/(?:api|spec)\/errors/);
  expect(faults).toEqual([]);
});

test('an example shows all its files: the program open, tests and settings folded', async () => {
  const { page, faults } = await open('/docs/examples/family');
  await page.getByRole('link', { name: 'src/wallet.ts', exact: true }).first().click();
  await page.getByRole('heading', { level: 3, name: 'src/wallet.ts' }).waitFor();
  const folded = page.getByText('createLedger(').first();
  await expect.poll(() => folded.isVisible()).toBe(false);
  await page.getByText('test/node/createLedger.ts', { exact: true }).click();
  await folded.waitFor();
  expect(faults).toEqual([]);
});

test('a page that breaks says so, and loads again', async () => {
  const { page } = await open('/docs/guide/quick-start');
  await page.getByRole('heading', { level: 1, name: 'Quick start' }).waitFor();
  // As where something else has moved what the page wants to put others before.
  await page.evaluate(() => {
    Node.prototype.insertBefore = () => {
      throw new Error('The node before which the new node is to be inserted is not a child.');
    };
  });
  await page.getByRole('link', { name: 'Quotes and verification' }).click();
  await page.getByRole('alert').getByText('This page failed to load.').waitFor();
  await page.getByRole('button', { name: 'Reload' }).click();
  await page.getByRole('heading', { level: 1, name: 'Quotes and verification' }).waitFor();
});

test('a finger copies an example on a phone: the button is there without hovering', async () => {
  const { page, context, faults } = await openPage(browser, url, {
    path: '/docs/guide/withdraw',
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const button = page.locator('button.copy').first();
  await button.waitFor();
  await button.scrollIntoViewIfNeeded();
  const opacity = () => button.evaluate((element) => Number(getComputedStyle(element).opacity));
  await expect.poll(opacity).toBe(1);
  const { width, height } = (await button.boundingBox())!;
  expect([width >= 40, height >= 40]).toEqual([true, true]);
  await button.tap();
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toContain('extend(withdrawals())');
  expect(faults).toEqual([]);
  await context.close();
});

test.each([
  '/docs',
  '/docs/guide/quick-start',
  '/docs/concepts/how-it-works',
  '/docs/api/quotes',
  '/docs/api/errors',
  '/docs/examples/vite-page',
  '/docs/reference/fees',
  '/docs/packages/sdk',
])('%s can be read by everybody, in both themes, on a phone too', async (path) => {
  const { page, faults } = await open(path);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await checkAccessibility(page, path);
  expect(faults).toEqual([]);
});
