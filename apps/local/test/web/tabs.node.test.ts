import { afterAll, beforeAll, expect, test } from 'vitest';
import { addEvmExtension } from './fakeWallets.js';
import { evmChains } from '../evmChains.js';
import { startWeb, type Web } from './startWeb.js';
import { connectTestWallets, connectWallet, enterSwap, pressSwap } from './swapSteps.js';

/** Many pages of one browser, which has six connections to a service over HTTP/1.1. */
let web: Web;
beforeAll(async () => {
  web = await startWeb({ chains: evmChains });
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
      .waitFor();
  expect(faults).toEqual([]);
});

test('a swap that one tab executes is followed by the others, and asks its wallet once', async () => {
  const asked: string[] = [];
  const { page, context } = await web.open({
    prepare: (opened) =>
      addEvmExtension(opened, web.system, {
        privateKey: web.system.privateKey(0),
        chainId: 8453,
        onCall: (method) => asked.push(method),
        before: (method) =>
          method === 'eth_sendTransaction' ? new Promise<never>(() => undefined) : undefined,
      }),
  });
  await connectWallet(page, 'Test Fox');
  await enterSwap(page, { from: ['ETH', 'Base'], to: ['USDC', 'OP Mainnet'], amount: '0.01' });
  const open = await context.newPage();
  await open.goto(page.url());
  await open.getByLabel('You pay', { exact: true }).waitFor();
  await pressSwap(page);
  await page.getByText('Confirm in your wallet').waitFor();
  // A tab that was open before follows, and so does one that is opened now.
  await open.getByText('Confirm in your wallet').waitFor();
  const late = await context.newPage();
  await late.goto(page.url());
  await late.getByText('This swap runs in another tab of this browser.').waitFor();
  expect(asked.filter((method) => method === 'eth_sendTransaction')).toHaveLength(1);
  // The tab that asked is gone: what its wallet has sent is unknown, and no wallet is asked again.
  await page.close();
  await late.getByText('It is not known whether your wallet sent the payment.').waitFor();
  expect(asked.filter((method) => method === 'eth_sendTransaction')).toHaveLength(1);
  await late.getByRole('button', { name: 'Close', exact: true }).click();
  await open.getByLabel('You pay', { exact: true }).waitFor();
});
