import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWeb, type Web } from './startWeb.js';
import { awaitComplete, connectTestWallets, enterSwap, pressSwap } from './swapSteps.js';

let web: Web;
beforeAll(async () => {
  web = await startWeb();
});
afterAll(async () => {
  await web.close();
});

test('a newcomer swaps ETH on one chain to USDC on another, and sees it arrive', async () => {
  const { page, faults } = await web.open();
  await connectTestWallets(page);
  await enterSwap(page, { from: ['ETH', 'Base'], to: ['USDC', 'OP Mainnet'], amount: '0.1' });
  await pressSwap(page);
  await awaitComplete(page);
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Swap complete');
  expect(await page.getByRole('list', { name: 'Steps' }).innerText()).toContain(
    'USDC paid on OP Mainnet',
  );
  expect(faults).toEqual([]);
});
