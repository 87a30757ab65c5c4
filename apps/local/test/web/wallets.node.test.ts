import { randomBytes } from 'node:crypto';
import { eventually, waitMsMax } from '@portage/testing';
import { exchangeChain } from '@portage/devnet';
import { createExchangeApi } from '@portage/sdk/exchange';
import { keyWallet } from '@portage/sdk/bitcoin';
import { Keypair } from '@solana/web3.js';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  addBitcoinExtension,
  addEvmExtension,
  addSolanaExtension,
  declined,
  tellEvmPage,
  type EvmExtension,
} from './fakeWallets.js';
import { startWeb, type Web } from './startWeb.js';
import {
  awaitComplete,
  connectTestWallets,
  connectWallet,
  enterSwap,
  pressSwap,
  typeRecipient,
} from './swapSteps.js';

/** Ways in which wallets of people connect, sign, decline and change. */
let web: Web;
beforeAll(async () => {
  web = await startWeb();
});
afterAll(async () => {
  await web.close();
});

const base = 8453;
const optimism = 10;
const bitcoin = 8_253_038;
const solana = 792_703_809;

const title = (page: Page): Promise<string> => page.getByRole('heading', { level: 1 }).innerText();

/** Opens the page with a wallet of a funded account. */
const openWithEvm = (extension: Partial<EvmExtension> = {}) =>
  web.open({
    prepare: (context: BrowserContext) =>
      addEvmExtension(context, web.system, {
        privateKey: web.system.privateKey(0),
        chainId: base,
        ...extension,
      }),
  });

/** Enters ETH on Base to USDC on the other chain, and presses the button. */
async function swapEther(page: Page, amount = '0.01'): Promise<void> {
  await enterSwap(page, { from: ['ETH', 'Base'], to: ['USDC', 'OP Mainnet'], amount });
  await pressSwap(page);
}

describe.concurrent('a wallet of the browser for the EVM', () => {
  test('announces itself, changes its network, pays, and is known after a reload', async () => {
    const called: string[] = [];
    const { page, faults } = await openWithEvm({
      chainId: optimism,
      onCall: (method) => called.push(method),
    });
    await connectWallet(page, 'Test Fox');
    await swapEther(page);
    await awaitComplete(page);
    await eventually(
      () => title(page),
      (seen) => seen === 'Swap complete',
      { what: 'Swap complete' },
    );
    expect(called).toContain('wallet_switchEthereumChain');
    expect(called.filter((method) => method === 'eth_sendTransaction')).toHaveLength(1);
    await page.reload();
    await page.getByRole('button', { name: /^0x/ }).first().waitFor();
    expect(called.filter((method) => method === 'eth_requestAccounts')).toHaveLength(1);
    expect(faults).toEqual([]);
  });

  test('that lies at window.ethereum alone is found too', async () => {
    const { page } = await openWithEvm({ isLegacy: true });
    await connectWallet(page, 'Browser wallet');
    await enterSwap(page, { from: ['ETH', 'Base'], to: ['USDC', 'OP Mainnet'], amount: '0.01' });
    await page.getByRole('button', { name: 'Swap', exact: true }).waitFor();
  });

  test('that declines is not asked again before somebody says so', async () => {
    let isDeclined = true;
    const sent: string[] = [];
    const { page } = await openWithEvm({
      before: (method) => (isDeclined && method === 'eth_sendTransaction' ? declined : undefined),
      onCall: (method) => sent.push(method),
    });
    await connectWallet(page, 'Test Fox');
    await swapEther(page);
    const words = await page.getByRole('status').filter({ hasText: 'declined' }).innerText();
    expect(words).toContain('You declined in your wallet.');
    await eventually(
      () => page.getByRole('alert').count(),
      (seen) => seen === 0,
      { what: 'a page without an alert' },
    );
    await eventually(
      () => title(page),
      (seen) => seen === 'Swap not signed',
      { what: 'Swap not signed' },
    );
    expect(words).toContain('Nothing was sent.');
    expect(sent.filter((method) => method === 'eth_sendTransaction')).toHaveLength(1);
    isDeclined = false;
    await page.getByRole('button', { name: 'Try again' }).click();
    // The end of the first try is shown until the page has begun the second.
    await page.getByRole('heading', { name: 'Swap complete' }).waitFor();
  });

  test('that refuses to change its network is told of in words', async () => {
    const { page } = await openWithEvm({
      chainId: optimism,
      before: (method) =>
        method === 'wallet_switchEthereumChain' || method === 'wallet_addEthereumChain'
          ? { error: { code: 4902, message: 'Unrecognized chain ID' } }
          : undefined,
    });
    await connectWallet(page, 'Test Fox');
    await swapEther(page);
    await eventually(
      () => page.getByRole('alert').innerText(),
      (seen) => expect(seen).toContain('The wallet is on another network.'),
      { what: 'an alert' },
    );
  });

  test('that changes to another account is let go', async () => {
    const { page } = await openWithEvm();
    await connectWallet(page, 'Test Fox');
    await page.getByRole('button', { name: /^0x/ }).first().waitFor();
    await tellEvmPage(page, 'accountsChanged', [`0x${'ab'.repeat(20)}`]);
    await page.getByRole('button', { name: 'Connect', exact: true }).waitFor();
  });

  test('that fell silent while it was asked is never asked twice without a word', async () => {
    let isSilent = true;
    const { page } = await openWithEvm({
      before: (method) =>
        isSilent && method === 'eth_sendTransaction'
          ? new Promise<never>(() => undefined)
          : undefined,
    });
    await connectWallet(page, 'Test Fox');
    await swapEther(page);
    await page.getByText('Confirm in your wallet').waitFor();
    await page.reload();
    await page.getByText('It is not known whether your wallet sent the payment.').waitFor();
    isSilent = false;
    await page.getByRole('button', { name: 'My wallet sent nothing: send' }).click();
    await page.getByRole('heading', { name: 'Swap complete' }).waitFor();
  });
});

test('a wallet of the wallet standard pays on Solana, and is let go when it leaves', async () => {
  const keypair = Keypair.generate();
  await web.system.devnet.faucet(solana, keypair.publicKey.toBase58(), { native: 5_000_000_000n });
  const { page, faults } = await web.open({
    prepare: async (context) => {
      await addSolanaExtension(context, keypair);
      await addEvmExtension(context, web.system, {
        privateKey: web.system.privateKey(0),
        chainId: base,
      });
    },
  });
  await connectWallet(page, 'Test Ghost');
  await connectWallet(page, 'Test Fox');
  await enterSwap(page, { from: ['SOL', 'Solana'], to: ['USDC', 'OP Mainnet'], amount: '1' });
  await pressSwap(page);
  await awaitComplete(page);
  await expect.poll(() => title(page)).toBe('Swap complete');
  await page.getByRole('button', { name: '2 wallets' }).waitFor();
  await page.evaluate(() => {
    (globalThis as unknown as { leaveSolana(): void }).leaveSolana();
  });
  await page.getByRole('button', { name: /^0x/ }).first().waitFor();
  expect(faults).toEqual([]);
});

test('a wallet on Solana that changes to another account is let go, and its price with it', async () => {
  const [keypair, other] = [Keypair.generate(), Keypair.generate()];
  await web.system.devnet.faucet(solana, keypair.publicKey.toBase58(), { native: 5_000_000_000n });
  const { page, faults } = await web.open({
    prepare: (context) => addSolanaExtension(context, keypair),
  });
  await connectWallet(page, 'Test Ghost');
  await enterSwap(page, { from: ['SOL', 'Solana'], to: ['USDC', 'OP Mainnet'], amount: '1' });
  await typeRecipient(page, 'OP Mainnet', web.system.devnet.description.accounts[1]!.address);
  await page.getByRole('button', { name: 'Swap', exact: true }).waitFor();
  await page.evaluate((address) => {
    (globalThis as unknown as { changeSolana(address: string): void }).changeSolana(address);
  }, other.publicKey.toBase58());
  // What was quoted for the first account cannot be signed any more; the second one is asked first.
  await page.getByRole('button', { name: 'Connect wallet' }).waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Swap', exact: true }).count()).toBe(0);
  await connectWallet(page, 'Test Ghost');
  const text = other.publicKey.toBase58();
  await page.getByRole('button', { name: new RegExp(`^${text.slice(0, 4)}`) }).waitFor();
  await page.getByRole('button', { name: 'Not enough SOL' }).waitFor();
  expect(faults).toEqual([]);
});

describe('wallets for Bitcoin', () => {
  test.each([
    ['unisat', 'UniSat'],
    ['xverse', 'Xverse'],
  ] as const)('in the shape of %s pay', async (shape, name) => {
    const key = randomBytes(32);
    const address = await keyWallet(key, 'regtest').address();
    await web.system.devnet.faucet(bitcoin, address, { native: 50_000_000n });
    const { page, faults } = await web.open({
      prepare: (context) => addBitcoinExtension(context, key, shape),
    });
    await connectWallet(page, name);
    await enterSwap(page, { from: ['BTC', 'Bitcoin'], to: ['USDC', 'Base'], amount: '0.01' });
    await typeRecipient(page, 'Base', web.system.devnet.description.accounts[1]!.address);
    await pressSwap(page);
    await awaitComplete(page);
    await expect.poll(() => title(page)).toBe('Swap complete');
    expect(faults).toEqual([]);
  });

  test('a PSBT is signed outside of the page and pasted back; another one is refused', async () => {
    const key = randomBytes(32);
    const wallet = keyWallet(key, 'regtest', 'p2sh');
    const address = await wallet.address();
    await web.system.devnet.faucet(bitcoin, address, { native: 50_000_000n });
    const { page, faults } = await web.open();
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Sign elsewhere (PSBT)').click();
    await dialog.getByLabel('Your Bitcoin address').fill(address);
    await dialog.getByRole('button', { name: 'Use this address' }).click();
    await dialog.getByText('its public key is needed too').waitFor();
    await dialog.getByLabel(/^Its public key/).fill((await wallet.publicKey?.()) ?? '');
    await dialog.getByRole('button', { name: 'Use this address' }).click();
    await dialog.getByText('Signed elsewhere').waitFor();
    await page.keyboard.press('Escape');
    await page.reload();
    await enterSwap(page, { from: ['BTC', 'Bitcoin'], to: ['USDC', 'Base'], amount: '0.01' });
    await typeRecipient(page, 'Base', web.system.devnet.description.accounts[1]!.address);
    await page.getByText('You sign the payment in your own wallet and paste it back.').waitFor();
    await pressSwap(page);
    const asked = await page.getByLabel('1. Take it to your wallet').inputValue();
    const psbt = Buffer.from(asked, 'base64').toString('hex');
    const send = page.getByRole('button', { name: 'Check and send' });
    await page.getByLabel(/^2\. Paste it back/).fill('hello');
    await page.getByText('Not a valid PSBT.').waitFor();
    await expect.poll(() => send.isDisabled()).toBe(true);
    await page.getByLabel(/^2\. Paste it back/).fill(asked);
    await page.getByText('There are no signatures in it yet').waitFor();
    const signed = await wallet.signPsbt({ psbt, address, inputs: 1 });
    // A signature that is not over this payment is refused, and nothing is sent.
    const [start, r = ''] = /30(?:44|45)02(?:20|2100)([0-9a-f]{8})/.exec(signed) ?? [];
    const forged = signed.replace(start ?? '', (start ?? '').replace(r, '12345678'));
    await page.getByLabel(/^2\. Paste it back/).fill(forged);
    await send.click();
    await expect
      .poll(() => page.getByRole('alert').innerText())
      .toContain('with a wrong signature');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('button', { name: 'My wallet sent nothing: send' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download file' }).click();
    expect((await download).suggestedFilename()).toBe('portage.psbt');
    await page.getByLabel(/^2\. Paste it back/).fill(Buffer.from(signed, 'hex').toString('base64'));
    await send.click();
    await page.getByRole('heading', { name: 'Swap complete' }).waitFor();
    expect(faults).toEqual([]);
  });
});

describe('the exchange', () => {
  test.each([
    { from: ['USDC', 'Base'], to: ['USDC', 'Lighter'], amount: '100' },
    { from: ['USDC', 'Lighter'], to: ['ETH', 'OP Mainnet'], amount: '100' },
  ] as const)('with the test account: $from to $to', async (swap) => {
    const { page, faults } = await web.open();
    await connectTestWallets(page);
    await enterSwap(page, swap);
    await pressSwap(page);
    await awaitComplete(page);
    await expect.poll(() => title(page)).toBe('Swap complete');
    expect(faults).toEqual([]);
  });

  test('an account is looked up by the wallet that owns it, among several, and pays', async () => {
    const exchange = exchangeChain(web.system.devnet.description);
    const { owner, accountIndex } = exchange.accounts[0]!;
    const other = await web.system.devnet.exchange().openAccount(owner.address);
    const signed: string[] = [];
    const { page, faults } = await openWithEvm({
      privateKey: owner.privateKey,
      onCall: (method) => signed.push(method),
    });
    await connectWallet(page, 'Test Fox');
    await page.getByRole('button', { name: /^0x/ }).first().click();
    const accounts = page.getByRole('group', { name: 'Your accounts' });
    await accounts.getByRole('button', { name: `Account ${other}` }).waitFor();
    // One that does not exist is not taken.
    await page.getByLabel('Account index').fill('123456');
    await page.getByRole('button', { name: 'Use', exact: true }).click();
    await page.getByText('has no account 123456').waitFor();
    await accounts.getByRole('button', { name: `Account ${accountIndex}` }).click();
    await page.getByRole('button', { name: 'Disconnect Account' }).waitFor();
    await page.keyboard.press('Escape');
    await enterSwap(page, { from: ['USDC', 'Lighter'], to: ['USDC', 'Base'], amount: '50' });
    await page.getByRole('button', { name: 'Max' }).waitFor();
    await pressSwap(page);
    await awaitComplete(page);
    await expect.poll(() => title(page)).toBe('Swap complete');
    // One text for the key of the page, one for the payment.
    expect(signed.filter((method) => method === 'personal_sign')).toHaveLength(2);
    const held = await createExchangeApi({ url: exchange.rpcUrl }).account(
      accountIndex,
      AbortSignal.timeout(waitMsMax),
    );
    const perps = held?.balances.find(({ routeType }) => routeType === 0)?.amount ?? 0n;
    expect(perps).toBeLessThan(100_000_000_000n - 50_000_000n + 1n);
    expect(faults).toEqual([]);
  });
});
