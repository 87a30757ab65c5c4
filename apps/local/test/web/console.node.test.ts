import type { BrowserContextOptions, ConsoleMessage, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signIn } from './dashboardSteps.js';
import { isExpectedMiss } from './openPage.js';
import { startWeb, type Web } from './startWeb.js';
import { awaitComplete, connectTestWallets, enterSwap, pressSwap } from './swapSteps.js';

/**
 * The console of the product's pages in a good session, in both themes and two sizes; the test of
 * the documentation looks at that of its own.
 */
let web: Web;
beforeAll(async () => {
  web = await startWeb();
});
afterAll(async () => {
  await web.close();
});

/** Opens a page and notes each error, warning and failed answer that its browser shows. */
async function watch(path: string, look: BrowserContextOptions) {
  const lines: string[] = [];
  const note = (message: ConsoleMessage): void => {
    const isLoud = ['error', 'warning', 'assert'].includes(message.type());
    const { url } = message.location();
    // On a busy machine a chain makes no block for half a minute, and the service says so.
    if (isLoud && !url.endsWith('/health') && !isExpectedMiss(url))
      lines.push(`${message.type()}: ${message.text()} ${url}`);
  };
  const { page } = await web.open({
    ...look,
    path,
    prepare: (context) => {
      context.on('console', note);
      context.on('weberror', (error) => lines.push(`thrown: ${error.error().message}`));
      return Promise.resolve();
    },
  });
  return { page, lines };
}

const looks = (['light', 'dark'] as const).flatMap((colorScheme) =>
  [
    { name: 'desktop', viewport: { width: 1280, height: 800 } },
    { name: 'phone', viewport: { width: 375, height: 667 } },
  ].map((size) => ({ ...size, colorScheme })),
);

const go = (page: Page, name: string): Promise<void> =>
  page.getByRole('navigation').getByRole('link', { name, exact: true }).click();

describe.each(looks)('on a $name, $colorScheme', ({ viewport, colorScheme }) => {
  const look = { viewport, colorScheme };

  test('a whole swap leaves no red line in the console', async () => {
    const { page, lines } = await watch('/', look);
    await connectTestWallets(page);
    await enterSwap(page, { from: ['ETH', 'Base'], to: ['USDC', 'OP Mainnet'], amount: '0.02' });
    await page.getByText(/^Fees /).click();
    await pressSwap(page);
    await awaitComplete(page);
    await page.getByRole('link', { name: 'All details of this swap' }).click();
    await page.getByText('Your transaction').waitFor();
    await go(page, 'Activity');
    await page.getByText('Complete').waitFor();
    expect(lines).toEqual([]);
  });

  test('the dashboard leaves no red line in the console', async () => {
    const { page, lines } = await watch('/dashboard', look);
    await signIn(page, 'operator');
    for (const name of ['Usage', 'Fees', 'Webhooks', 'Service', 'Requests']) {
      await go(page, name);
      await page.getByRole('heading', { level: 1, name }).waitFor();
      await page.waitForLoadState('networkidle');
    }
    expect(lines).toEqual([]);
  });

  test('the status page leaves no red line in the console', async () => {
    const { page, lines } = await watch('/status', look);
    await page.getByRole('list', { name: 'Availability by day' }).waitFor();
    await page.waitForLoadState('networkidle');
    expect(lines).toEqual([]);
  });
});
