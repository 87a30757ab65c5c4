import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWeb, type Web } from './startWeb.js';
import { connectTestWallets, enterSwap, pressSwap } from './swapSteps.js';

/** Many pages of one browser, which has six connections to a service over HTTP/1.1. */
let web: Web;
beforeAll(async () => {
  web = await startWeb();
});
afterAll(async () => {
  await web.close();
});

test('eight tabs that follow a swap share one stream, and each of them loads', async () => {
  const { page, context, faults } = await web.open();
  await connectTestWallets(page);
  await enterSwap(page, { from: ['ETH', 'Base'], to: ['USDC', 'OP Mainnet'], amount: '0.02' });
  await web.system.devnet.pauseMining(8453);
  try {
    await pressSwap(page);
    await page.getByText('Waiting for the chain').first().waitFor();
    const href = await page
      .getByRole('link', { name: 'All details of this swap' })
      .evaluate((link) => (link as HTMLAnchorElement).href);
    for (let count = 1; count < 8; count += 1) {
      const tab = await context.newPage();
      await tab.goto(href, { waitUntil: 'domcontentloaded' });
      await tab.getByRole('heading', { name: 'Swap', level: 1 }).waitFor();
      await tab.getByText('Started', { exact: true }).waitFor();
    }
  } finally {
    await web.system.devnet.resumeMining(8453);
  }
  // Pages without the stream hear of the end too.
  for (const tab of context.pages())
    await tab
      .getByText(/^(Swap complete|Complete)$/)
      .first()
      .waitFor({ timeout: 60_000 });
  expect(faults).toEqual([]);
});
