/**
 * `npm run local -- screenshots [DIR]`: pictures of every page, on a desktop and on a phone, light
 * and dark, from a whole system with real swaps. By default they go to `screenshots/`. The two of
 * the README go to `docs/pictures/` too.
 */
import { copyFile, mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Command } from 'commander';
import type { Page } from 'playwright-core';
import { signIn } from '../test/web/dashboardSteps.js';
import type { OpenOptions } from '../test/web/openPage.js';
import { startWeb, type Web } from '../test/web/startWeb.js';
import { awaitComplete, connectTestWallets, enterSwap, pressSwap } from '../test/web/swapSteps.js';

const { args } = new Command('npm run local -- screenshots')
  .description(
    'Takes pictures of every page, on a desktop and on a phone, light and dark, from a whole system with real swaps. The two of the README go to docs/pictures too.',
  )
  .argument('[folder]', 'folder of the pictures (default: screenshots)')
  .parse();
const folder = resolve(process.env['INIT_CWD'] ?? '.', args[0] ?? 'screenshots');
const looks: readonly (OpenOptions & { readonly name: string })[] = (
  ['light', 'dark'] as const
).flatMap((colorScheme) => [
  { name: `desktop-${colorScheme}`, colorScheme, viewport: { width: 1280, height: 940 } },
  {
    name: `phone-${colorScheme}`,
    colorScheme,
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    hasTouch: true,
    isMobile: true,
  },
]);

/** Goes through all pages and takes a picture of each. */
async function takePictures(web: Web, { name, ...options }: (typeof looks)[number]): Promise<void> {
  const { page, context } = await web.open(options);
  const shoot = async (what: string): Promise<void> => {
    await page.evaluate(() => document.fonts.ready);
    // A dialog covers the screen; of everything else the whole page is seen.
    const fullPage = (await page.getByRole('dialog').count()) === 0;
    const path = join(folder, `${what}-${name}.png`);
    await page.screenshot({ path, animations: 'disabled', fullPage });
  };
  await page.getByRole('button', { name: 'Try it with test money' }).waitFor();
  await shoot('1-welcome');
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await page.getByText('Sign elsewhere (PSBT)').waitFor();
  await page.getByLabel('Account index').waitFor();
  await shoot('2-wallets');
  await page.keyboard.press('Escape');
  await connectTestWallets(page);
  await page.getByRole('button', { name: 'You receive: ' }).click();
  await page.getByRole('dialog').getByText('20', { exact: true }).waitFor();
  await page.getByRole('dialog').getByText('$60,000.00').waitFor();
  await shoot('3-currencies');
  await page.keyboard.press('Escape');
  await enterSwap(page, { from: ['ETH', 'Base'], to: ['USDC', 'OP Mainnet'], amount: '0.25' });
  await page.getByText(/^Fees /).click();
  await page.getByText('Minimum received').waitFor();
  await page.getByRole('button', { name: 'Swap', exact: true }).waitFor();
  await shoot('4-quote');
  await page.getByRole('button', { name: 'Slippage', exact: true }).click();
  await shoot('5-slippage');
  await page.keyboard.press('Escape');
  await pressSwap(page);
  await page.locator('[data-state=active]').first().waitFor();
  await shoot('6-progress');
  await awaitComplete(page);
  await shoot('7-complete');
  await page.getByRole('button', { name: 'New swap' }).click();
  await enterSwap(page, { from: ['USDC', 'Base'], to: ['SOL', 'Solana'], amount: '50' });
  await pressSwap(page);
  await awaitComplete(page);
  await page.getByRole('link', { name: 'Activity' }).click();
  await page.getByText('Complete').nth(1).waitFor();
  await shoot('8-activity');
  await page.getByText('ETH → ').first().click();
  await page.getByText('Your transaction').waitFor();
  await shoot('9-request');
  await page.goto(new URL('/', page.url()).toString());
  await showError(page);
  await shoot('10-refused');
  await context.close();
}

/** Pictures of each page of the dashboard, as an operator sees them. */
async function takeDashboardPictures(
  web: Web,
  { name, ...options }: (typeof looks)[number],
): Promise<void> {
  const { page, context } = await web.open({ ...options, path: '/dashboard' });
  const shoot = async (what: string): Promise<void> => {
    await page.evaluate(() => document.fonts.ready);
    const path = join(folder, `${what}-${name}.png`);
    await page.screenshot({ path, animations: 'disabled', fullPage: true });
  };
  await page.getByRole('button', { name: 'Open as operator' }).waitFor();
  await shoot('11-dashboard-sign-in');
  await signIn(page, 'operator');
  await page.getByRole('table').first().waitFor();
  await shoot('12-dashboard-overview');
  for (const title of ['Usage', 'Fees', 'Service', 'Requests']) {
    await page.getByRole('navigation').getByRole('link', { name: title, exact: true }).click();
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    await page.getByRole('table').first().waitFor();
    await shoot(`13-dashboard-${title.toLowerCase()}`);
  }
  await page.locator('td a').first().click();
  await page.getByRole('region', { name: 'Ledger' }).first().waitFor();
  await shoot('14-dashboard-request');
  await context.close();
}

/** Pictures of the documentation. */
async function takeDocsPictures(
  web: Web,
  { name, ...options }: (typeof looks)[number],
): Promise<void> {
  const { page, context } = await web.open({ ...options, path: '/docs' });
  for (const path of ['', '/guide/quick-start', '/concepts/paying', '/api/quotes', '/api/errors']) {
    await page.goto(new URL(`/docs${path}`, page.url()).toString());
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await page.evaluate(() => document.fonts.ready);
    const file = `15-docs${path.replaceAll('/', '-')}-${name}.png`;
    await page.screenshot({ path: join(folder, file), animations: 'disabled' });
  }
  await context.close();
}

/** Picture of the page that the service draws by itself. */
async function takeStatusPicture(
  web: Web,
  { name, ...options }: (typeof looks)[number],
): Promise<void> {
  const { page, context } = await web.open({ ...options, path: '/status' });
  await page.locator('.request').first().waitFor();
  await page.locator('dd').filter({ hasText: /\d/ }).first().waitFor();
  const path = join(folder, `16-status-${name}.png`);
  await page.screenshot({ path, animations: 'disabled', fullPage: true });
  await context.close();
}

/** Pictures of the README: the look that each is taken in, by its name there. */
const ofReadme = {
  'quote.png': '4-quote-desktop-light.png',
  'complete-phone.png': '7-complete-phone-dark.png',
} as const;

/** A proxy that pays another recipient: the page refuses to sign. */
async function showError(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'New swap' }).click();
  await page.route('**/quote/v2', async (route) => {
    const answer = await route.fetch();
    const text = await answer.text();
    const thief = `0x${'bad0'.repeat(10)}`;
    const { details } = JSON.parse(text) as { readonly details: { readonly recipient: string } };
    await route.fulfill({ response: answer, body: text.replaceAll(details.recipient, thief) });
  });
  await enterSwap(page, { from: ['ETH', 'Base'], to: ['USDC', 'OP Mainnet'], amount: '0.2' });
  await pressSwap(page);
  await page.getByRole('alert').waitFor();
}

await mkdir(folder, { recursive: true });
const web = await startWeb();
try {
  for (const look of looks) {
    await takePictures(web, look);
    await takeDashboardPictures(web, look);
    await takeDocsPictures(web, look);
    await takeStatusPicture(web, look);
  }
  const pictures = join(import.meta.dirname, '../../../docs/pictures');
  for (const [name, taken] of Object.entries(ofReadme))
    await copyFile(join(folder, taken), join(pictures, name));
  process.stdout.write(`Pictures of every page are in ${folder}\n`);
} finally {
  await web.close();
}
