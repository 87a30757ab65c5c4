import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signIn } from './dashboardSteps.js';
import { startWeb, type Web } from './startWeb.js';
import { awaitComplete, connectTestWallets, enterSwap, pressSwap } from './swapSteps.js';
import { translatePages } from './translatePage.js';

/** Pages that a browser translates: their texts are moved behind the back of the program. */
let web: Web;
beforeAll(async () => {
  web = await startWeb();
});
afterAll(async () => {
  await web.close();
});

const title = (page: Page): Promise<string> => page.getByRole('heading', { level: 1 }).innerText();
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('a page that a browser translates stays whole and true through a whole swap', async () => {
  const { page, faults } = await web.open({ prepare: translatePages });
  await connectTestWallets(page);
  await enterSwap(page, { from: ['ETH', 'Base'], to: ['USDC', 'OP Mainnet'], amount: '0.1' });
  await button(page, 'Swap').waitFor();
  await page.getByRole('button', { name: /Type a value in USD$/ }).click();
  await page.getByLabel('You pay', { exact: true }).fill('125');
  await page.getByRole('button', { name: /^0\.05 ETH/ }).waitFor();
  await page.getByText(/^Fees /).click();
  await button(page, 'Slippage').click();
  await button(page, '1%').click();
  await page.keyboard.press('Escape');
  await button(page, 'Flip both sides').click();
  await page.getByRole('button', { name: 'You pay: USDC on OP Mainnet' }).waitFor();
  await button(page, 'Another address').click();
  await page.getByLabel('Recipient on Base').fill('nobody');
  await button(page, 'Use my wallet').click();
  await button(page, 'Max').click();
  await page.getByLabel('You pay', { exact: true }).fill('5');
  await button(page, 'Flip both sides').click();
  await enterSwap(page, { from: ['ETH', 'Base'], to: ['USDC', 'OP Mainnet'], amount: '0.02' });
  await pressSwap(page);
  await awaitComplete(page);
  await expect.poll(() => title(page)).toBe('Swap complete');
  await page.getByRole('button', { name: 'New swap' }).click();
  await page.getByRole('button', { name: /\d wallets/ }).click();
  await page
    .getByRole('button', { name: /^Copy address/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Disconnect Test wallet' }).first().click();
  await page.keyboard.press('Escape');
  await page.getByRole('navigation').getByRole('link', { name: 'Activity' }).click();
  await page.getByRole('heading', { name: 'Activity' }).waitFor();
  expect(faults).toEqual([]);
});

test('so does the dashboard', async () => {
  const { page, faults } = await web.open({ path: '/dashboard', prepare: translatePages });
  await signIn(page, 'operator');
  for (const name of ['Requests', 'Usage', 'Fees', 'Service', 'Overview']) {
    await page.getByRole('navigation').getByRole('link', { name }).click();
    await page.getByRole('heading', { level: 1, name }).waitFor();
  }
  expect(faults).toEqual([]);
});

test('where a page breaks all the same, it names the swap and loads again', async () => {
  const { page } = await web.open();
  await connectTestWallets(page);
  await enterSwap(page, { from: ['ETH', 'Base'], to: ['USDC', 'OP Mainnet'], amount: '0.02' });
  await pressSwap(page);
  await awaitComplete(page);
  // Something else takes away what the page will want to take away.
  await page.evaluate(() => document.querySelector('main > *')?.remove());
  await page.getByRole('navigation').getByRole('link', { name: 'Activity' }).click();
  await page.getByRole('heading', { name: 'This page failed' }).waitFor();
  await page.getByText(/0\.02 ETH to USDC/).waitFor();
  await page.getByRole('link', { name: 'Show this swap' }).waitFor();
  await button(page, 'Try again').click();
  await page.getByRole('heading', { name: 'Activity' }).waitFor();
});
