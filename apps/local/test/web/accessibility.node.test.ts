import { randomBytes } from 'node:crypto';
import { keyWallet } from '@portage/sdk/bitcoin';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { levelsSample } from './levelsSample.js';
import { checkAccessibility } from './checkAccessibility.js';
import { startWeb, type Web } from './startWeb.js';
import {
  awaitComplete,
  connectTestWallets,
  enterSwap,
  pressSwap,
  typeRecipient,
} from './swapSteps.js';

/** The rules of WCAG AA by axe hold on every page, in both themes, on a desktop and on a phone. */
let web: Web;
beforeAll(async () => {
  web = await startWeb();
});
afterAll(async () => {
  await web.close();
});

const go = (page: Page, name: string) =>
  page.getByRole('navigation').getByRole('link', { name }).click();
const swap = { from: ['ETH', 'Base'], to: ['USDC', 'OP Mainnet'], amount: '0.02' } as const;

describe.concurrent(
  'no page violates the rules of accessibility (WCAG AA by axe), in no look',
  () => {
    test('before and while somebody connects', async () => {
      const { page } = await web.open({ bypassCSP: true });
      await checkAccessibility(page, 'welcome');
      await page.getByRole('button', { name: 'Connect', exact: true }).click();
      await page.getByLabel('Account index').waitFor();
      await page.getByText('Sign elsewhere (PSBT)').click();
      await checkAccessibility(page, 'wallets');
      await page.keyboard.press('Escape');
      await go(page, 'Activity');
      await page.getByText('Connect a wallet to see its swaps.').waitFor();
      await checkAccessibility(page, 'activity without a wallet');
    });

    test('with wallets, and a price that is refused', async () => {
      const { page } = await web.open({ bypassCSP: true });
      await connectTestWallets(page);
      await page.getByRole('button', { name: /^\d wallets/ }).click();
      await page.getByRole('button', { name: 'Disconnect Test account' }).waitFor();
      await checkAccessibility(page, 'connected wallets');
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'You receive: ' }).click();
      await checkAccessibility(page, 'currencies');
      await page.keyboard.press('Escape');
      await page.route('**/quote/v2', (route) => route.fulfill({ status: 503, json: {} }));
      await enterSwap(page, swap);
      await page.getByRole('button', { name: 'Price unavailable' }).waitFor();
      await checkAccessibility(page, 'refused price');
      await go(page, 'Activity');
      await page.getByText('No swaps yet.').waitFor();
      await checkAccessibility(page, 'empty activity');
    });

    test('while somebody swaps', async () => {
      const { page } = await web.open({ bypassCSP: true });
      await connectTestWallets(page);
      await enterSwap(page, swap);
      await page.getByText(/^Fees /).click();
      await page.getByRole('button', { name: 'Swap', exact: true }).waitFor();
      await checkAccessibility(page, 'quote');
      await page.getByRole('button', { name: 'Slippage', exact: true }).click();
      await checkAccessibility(page, 'slippage');
      await page.keyboard.press('Escape');
      await pressSwap(page);
      await awaitComplete(page);
      await checkAccessibility(page, 'complete');
      await page.getByRole('link', { name: 'All details of this swap' }).click();
      await page.getByText('Your transaction').waitFor();
      await checkAccessibility(page, 'request');
      await go(page, 'Activity');
      await page.getByText('Complete').waitFor();
      await checkAccessibility(page, 'activity');
    });

    test('after a quote that was altered, with the sentence that says so', async () => {
      const { page } = await web.open({ bypassCSP: true });
      await connectTestWallets(page);
      await page.route('**/quote/v2', async (route) => {
        const answer = await route.fetch();
        const text = await answer.text();
        const thief = text.replace(/"to":"0x[0-9a-f]{40}"/i, `"to":"0x${'bad0'.repeat(10)}"`);
        await route.fulfill({ response: answer, body: thief });
      });
      await enterSwap(page, swap);
      await pressSwap(page);
      await page.getByRole('alert').waitFor();
      await checkAccessibility(page, 'refusal');
    });

    test('on the status page', async () => {
      const { page } = await web.open({ bypassCSP: true, path: '/status' });
      await page.route('**/service-levels?*', (route) => route.fulfill({ json: levelsSample }));
      await page.reload();
      await page.getByRole('row', { name: /Base → OP Mainnet/ }).waitFor();
      await checkAccessibility(page, 'status');
    });
  },
);

test('while a payment in Bitcoin is signed elsewhere', async () => {
  const wallet = keyWallet(randomBytes(32), 'regtest');
  const address = await wallet.address();
  await web.system.devnet.faucet(8_253_038, address, { native: 50_000_000n });
  const { page } = await web.open({ bypassCSP: true });
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await page.getByText('Sign elsewhere (PSBT)').click();
  await page.getByLabel('Your Bitcoin address').fill(address);
  await page.getByRole('button', { name: 'Use this address' }).click();
  await page.getByText('Signed elsewhere').waitFor();
  await page.keyboard.press('Escape');
  await enterSwap(page, { from: ['BTC', 'Bitcoin'], to: ['USDC', 'Base'], amount: '0.01' });
  await typeRecipient(page, 'Base', web.system.devnet.description.accounts[1]!.address);
  await pressSwap(page);
  await page.getByLabel(/^2\. Paste it back/).fill('hello');
  await page.getByText('Not a valid PSBT.').waitFor();
  await checkAccessibility(page, 'PSBT');
});
