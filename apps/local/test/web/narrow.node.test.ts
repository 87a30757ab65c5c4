import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { levelsSample } from './levelsSample.js';
import { signIn } from './dashboardSteps.js';
import { startWeb, type Web } from './startWeb.js';
import { awaitComplete, connectTestWallets, enterSwap, pressSwap } from './swapSteps.js';

/** Pages of 320 pixels: a small phone, and a desktop at 400%. */
let web: Web;
beforeAll(async () => {
  web = await startWeb();
});
afterAll(async () => {
  await web.close();
});

const viewport = { width: 320, height: 640 };
/** Folder of pictures; set where they are wanted. */
const pictures = process.env['PORTAGE_TEST_PICTURES'];

/** Looks whether anything lies beyond the right side of the screen. */
async function checkWidth(page: Page, what: string): Promise<void> {
  await page.evaluate(() => document.fonts.ready);
  if (pictures !== undefined)
    await page.screenshot({ path: join(pictures, `${what}.png`), fullPage: true });
  const wide = await page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const shown = document.querySelector('dialog') ?? document.body;
    return [...shown.querySelectorAll('*')]
      .filter((each) => each.closest('.sr-only, .overflow-x-auto, .scrolls') === null)
      .filter((each) => each.getBoundingClientRect().right > width + 0.5)
      .map((each) => each.outerHTML.slice(0, 120));
  });
  expect({ what, wide }).toEqual({ what, wide: [] });
}

/** Digits of a side that do not fit into their line, in pixels. */
const hidden = (page: Page, side: string): Promise<number> =>
  page
    .getByLabel(side, { exact: true })
    .evaluate(({ scrollWidth, clientWidth }) => Math.max(0, scrollWidth - clientWidth));

describe.each(['light', 'dark'] as const)('on a screen of 320 pixels, %s', (colorScheme) => {
  test('no page scrolls sideways through a whole swap', async () => {
    const { page, faults } = await web.open({ viewport, colorScheme });
    const check = (what: string) => checkWidth(page, `${what}-${colorScheme}`);
    await page.getByRole('button', { name: 'Try it with test money' }).waitFor();
    await check('welcome');
    await connectTestWallets(page);
    await enterSwap(page, { from: ['ETH', 'Base'], to: ['USDC', 'OP Mainnet'], amount: '0.25' });
    await page.getByText(/^Fees /).click();
    await page.getByRole('button', { name: 'Swap', exact: true }).waitFor();
    await check('quote');
    await page.getByRole('button', { name: 'Slippage', exact: true }).click();
    await page.getByRole('button', { name: '1%', exact: true }).click();
    await check('slippage');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /\d wallets/ }).click();
    await page
      .getByRole('button', { name: /^Disconnect/ })
      .first()
      .waitFor();
    await check('wallets');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'You receive: ' }).click();
    await page.getByText('$60,000.00').waitFor();
    await check('currencies');
    await page.keyboard.press('Escape');
    await pressSwap(page);
    await awaitComplete(page);
    await check('complete');
    await page.getByRole('link', { name: 'All details of this swap' }).click();
    await page.getByText('Your transaction').waitFor();
    await check('details');
    await page.getByRole('navigation').getByRole('link', { name: 'Activity' }).click();
    await page.getByText('Complete').waitFor();
    await check('activity');
    expect(faults).toEqual([]);
  });

  test('no page of the dashboard does', async () => {
    const { page } = await web.open({ viewport, colorScheme, path: '/dashboard' });
    await signIn(page, 'operator');
    for (const name of ['Overview', 'Requests', 'Usage', 'Fees', 'Webhooks', 'Service']) {
      await page.getByRole('navigation').getByRole('link', { name }).click();
      await page.getByRole('heading', { level: 1, name }).waitFor();
      await checkWidth(page, `dashboard-${name}-${colorScheme}`);
    }
  });

  test('the status page does not, with service levels and without', async () => {
    const { page, faults } = await web.open({ viewport, colorScheme, path: '/status' });
    const bars = page.getByRole('list', { name: 'Availability by day' }).getByRole('listitem');
    await expect.poll(() => bars.count()).toBe(30);
    await checkWidth(page, `status-${colorScheme}`);
    await page.route('**/service-levels?*', (route) => route.fulfill({ json: levelsSample }));
    await page.reload();
    const row = page.getByRole('row', { name: /Base → OP Mainnet/ });
    await expect.poll(() => row.innerText()).toMatch(/1\.2 s \/ 14\.8 s \/ 5\.2 min/);
    const incidents = page.getByRole('region', { name: 'Incidents' });
    await expect
      .poll(() => incidents.innerText())
      .toMatch(
        /Base is not available\s+Now, for 20 min\s+2026-11-21 08:10\s+UTC\s+The service did not answer\s+12 h 20 min\s+2026-11-16 09:00\s+to\s+2026-11-16 21:20\s+UTC/,
      );
    await checkWidth(page, `status-levels-${colorScheme}`);
    await page.setViewportSize({ width: 1280, height: 900 });
    await checkWidth(page, `status-wide-${colorScheme}`);
    expect(faults).toEqual([]);
  });
});

test('every digit of both sides is seen on a screen of 320 pixels', async () => {
  const { page } = await web.open({ viewport });
  await page.getByRole('button', { name: 'Try it with test money' }).waitFor();
  // Amounts that a service with dear prices would promise.
  await page.route('**/quote/v2', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as { readonly details?: { readonly currencyOut: object } };
    if (body.details !== undefined)
      Object.assign(body.details.currencyOut, { amount: '1234567890123456789' });
    await route.fulfill({ response: answer, json: body });
  });
  const own = page.getByLabel('You pay', { exact: true });
  for (const amount of ['123456789012345678901234567890', '1234567.89', '0.123456789012345678']) {
    await own.fill(amount);
    await own.blur();
    await expect
      .poll(async () => ({ amount, hidden: await hidden(page, 'You pay') }))
      .toEqual({ amount, hidden: 0 });
  }
  const out = page.getByLabel('You receive', { exact: true });
  await expect.poll(() => out.inputValue()).toMatch(/^1,234,567,890,123/);
  await expect.poll(() => hidden(page, 'You receive')).toBe(0);
  await checkWidth(page, 'long');
});
