import { randomBytes } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addEvmExtension, type EvmExtension } from './fakeWallets.js';
import { evmChains } from '../evmChains.js';
import { startWeb, type Web } from './startWeb.js';
import { connectWallet, enterSwap, pressSwap, shortenQuotes } from './swapSteps.js';

/** Swaps that wait for something that never comes: the page lets go of them all the same. */
let web: Web;
beforeAll(async () => {
  web = await startWeb({ chains: evmChains });
});
afterAll(async () => {
  await web.close();
});

/** Opens the page with a wallet whose payment is sent by `before`, and swaps. */
async function swapWith(before: NonNullable<EvmExtension['before']>): Promise<Page> {
  const { page } = await web.open({
    prepare: (context) =>
      addEvmExtension(context, web.system, {
        privateKey: web.system.privateKey(0),
        chainId: 8453,
        before,
      }),
  });
  await connectWallet(page, 'Test Fox');
  await shortenQuotes(page, 20);
  await enterSwap(page, { from: ['ETH', 'Base'], to: ['USDC', 'OP Mainnet'], amount: '0.01' });
  await pressSwap(page);
  return page;
}

/** Closes the swap, and looks whether the form is back, after a reload too. */
async function closeSwap(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await page.getByLabel('You pay', { exact: true }).waitFor();
  await page.reload();
  await page.getByLabel('You pay', { exact: true }).waitFor();
}

test('a wallet that never answers can be left', async () => {
  const page = await swapWith((method) =>
    method === 'eth_sendTransaction' ? new Promise<never>(() => undefined) : undefined,
  );
  await page.getByText('Confirm in your wallet').waitFor();
  await page.getByText('decline the payment there').waitFor();
  await closeSwap(page);
});

test('a payment that never arrives is told of, and may be made again', async () => {
  const txId = `0x${randomBytes(32).toString('hex')}`;
  const page = await swapWith((method) =>
    method === 'eth_sendTransaction' ? { result: txId } : undefined,
  );
  await page.getByRole('button', { name: 'Close', exact: true }).waitFor();
  const notice = page.getByText('Your payment never arrived.');
  await notice.waitFor();
  await page.getByText('may pay again').waitFor();
  await page.getByRole('button', { name: 'Get a new price' }).click();
  await page.getByLabel('You pay', { exact: true }).waitFor();
});

test('a service that never lets in does not hold the sign-in', async () => {
  const { page } = await web.open({
    path: '/dashboard',
    prepare: async (context) => {
      await context.route('**/dashboard/api/session', () => undefined);
    },
  });
  await page.getByRole('button', { name: /operator$/i }).click();
  await page.getByRole('button', { name: 'Use another key' }).click();
  await page.getByRole('button', { name: /operator$/i }).waitFor();
  await expect.poll(() => page.getByText('Signing in').count()).toBe(0);
});
