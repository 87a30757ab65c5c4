import { eventually } from '@portage/testing';
import type { Page } from 'playwright-core';
import { createPublicClient, createWalletClient, erc20Abi, http, type Hex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  at,
  freshAccount,
  openInterface,
  textAt,
  type InterfaceSystem,
} from '../interface/interfaceSystem.js';
import { useSystem } from '../world/useSystem.js';
import { addEvmExtension, declined, type EvmExtension } from './fakeWallets.js';
import type { OpenPage } from './openPage.js';
import { openRelayKit, ownFaults, type RelayKit } from './relayKit/openRelayKit.js';

/**
 * The model's published interface, unmodified, against our service: `relay-kit-hooks` 3.0.24 and
 * `relay-kit-ui` 8.0.12 in the page of `relayKit/`. The page connects wallets by wagmi, on which
 * our own SDK runs too.
 */
let system: InterfaceSystem;
let kit: RelayKit;

beforeAll(async () => {
  [system, kit] = await Promise.all([useSystem().then(openInterface), openRelayKit()]);
});
afterAll(async () => {
  await kit.close();
  await system.close();
});

describe('each query of the hooks', () => {
  let opened: OpenPage;
  let paid: { readonly requestId: string; readonly user: string; readonly depositAddress: string };
  beforeAll(async () => {
    paid = await payDepositAddress();
    opened = await kit.open({ api: system.url, view: 'queries', ...paid });
  });

  const usdc = { symbol: 'USDC', decimals: 6, vmType: 'evm', metadata: { verified: true } };
  const hash = expect.stringMatching(/^0x[0-9a-f]{64}$/) as string;
  const number = expect.stringMatching(/^[1-9]\d*$/) as string;

  test.each<[string, () => unknown]>([
    [
      'useQuote',
      () => ({
        steps: [{ id: 'deposit', kind: 'transaction', items: [{ status: 'incomplete' }] }],
        details: { currencyOut: { currency: { chainId: 10, symbol: 'ETH' } } },
      }),
    ],
    [
      'useRequests',
      () => [{ id: paid.requestId, status: 'success', data: { inTxs: [{ chainId: 8453 }] } }],
    ],
    [
      'useExecutionStatus',
      () => ({
        status: 'success',
        inTxHashes: [hash],
        txHashes: [hash],
        originChainId: 8453,
        destinationChainId: 10,
        time: expect.any(Number) as number,
      }),
    ],
    [
      'useDepositAddressStatus',
      () => ({ status: 'success', inTxHashes: [hash], txHashes: [hash] }),
    ],
    ['useTokenPrice', () => ({ price: 2500 })],
    [
      'useTokenList',
      () => [
        { chainId: 10, address: system.usdc(10).toLowerCase(), ...usdc },
        { chainId: 8453, address: system.usdc(8453).toLowerCase(), ...usdc },
      ],
    ],
    [
      'useRelayChains',
      () => ({
        chains: expect.arrayContaining([
          expect.objectContaining({ id: 8453, displayName: 'Base', depositEnabled: true }),
        ]) as unknown,
      }),
    ],
    [
      'useRelayConfig',
      () => ({ enabled: true, user: { balance: number }, solver: { capacityPerRequest: number } }),
    ],
    ['useTrendingCurrencies', () => [{ chainId: 8453, symbol: 'ETH' }, { symbol: 'USDC' }, {}]],
  ])('%s succeeds (model)', async (hook, wanted) => {
    const answer = await answerOf(opened.page, hook);
    expect(answer).not.toHaveProperty('error');
    const data = at(answer, 'data');
    const first = Array.isArray(data) ? data.slice(0, (wanted() as unknown[]).length) : data;
    expect(first).toMatchObject(wanted() as object);
  });

  test('a request that was paid tells of no refund (requests#data-refundCurrencyData)', async () => {
    const answer = await answerOf(opened.page, 'useRequests');
    expect(at(answer, 'data.0.status')).toBe('success');
    expect(at(answer, 'data.0.data')).not.toHaveProperty('refundCurrencyData');
    expect(ownFaults(opened)).toEqual([]);
  });
});

describe('the widget', () => {
  test('swaps dollars of one chain to ether of another, to the last unit', async () => {
    const recipient = freshAccount();
    const opened = await openSwap(2);
    await enterSwap(opened.page, recipient);
    await confirm(opened.page);
    await succeed(opened.page);
    await expect.poll(() => opened.page.getByRole('dialog').innerText()).toContain('25 USDC');
    expect(await balanceOf(recipient)).toBe(await quotedFor(recipient));
    expect(ownFaults(opened)).toEqual([]);
  });

  test('somebody who declines in the wallet is asked again, and pays once', async () => {
    const recipient = freshAccount();
    const sent: string[] = [];
    let declines = 1;
    const opened = await openSwap(3, {
      onCall: (method) => sent.push(method),
      before: (method) =>
        method === 'eth_sendTransaction' && declines-- > 0 ? declined : undefined,
    });
    const { page } = opened;
    await enterSwap(page, recipient);
    await confirm(page);
    await page.getByLabel('Events').getByText('USER_REJECTED_WALLET').waitFor();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    expect(await balanceOf(recipient)).toBe(0n);
    await confirm(page);
    await succeed(page);
    expect(await balanceOf(recipient)).toBe(await quotedFor(recipient));
    // Declined, approved, paid.
    expect(sent.filter((method) => method === 'eth_sendTransaction')).toHaveLength(3);
    expect(ownFaults(opened)).toEqual([]);
  });
});

describe('our SDK on wagmi', () => {
  test('names what lacks without a wallet, changes the chain, is declined once, and pays once', async () => {
    const sent: string[] = [];
    let declines = 1;
    const user = privateKeyToAccount(system.privateKey(4)).address;
    const opened = await kit.open({ api: system.url, view: 'bridge', user }, (context) =>
      addEvmExtension(context, system, {
        privateKey: system.privateKey(4),
        // Not the chain that is paid on.
        chainId: 10,
        onCall: (method) => sent.push(method),
        before: (method) =>
          method === 'eth_sendTransaction' && declines-- > 0 ? declined : undefined,
      }),
    );
    const { page } = opened;
    const end = (): Promise<string> => page.getByLabel('End').innerText();
    const bridge = (): Promise<void> => page.getByRole('button', { name: 'Bridge' }).click();
    await bridge();
    await expect.poll(end).toBe('WALLET_ERROR No wallet is connected.');
    await page.getByRole('button', { name: 'Connect' }).click();
    await page.getByLabel('Account').getByText(user).waitFor();
    const before = await balanceOf(user);
    await bridge();
    await expect.poll(end).toMatch(/^WALLET_REJECTED/);
    expect(sent).toContain('wallet_switchEthereumChain');
    expect(await balanceOf(user)).toBe(before);
    await bridge();
    await expect.poll(end).toBe('success');
    expect(await balanceOf(user)).toBeGreaterThan(before);
    expect(sent.filter((method) => method === 'eth_sendTransaction')).toHaveLength(2);
    expect(ownFaults(opened)).toEqual([]);
  });
});

/** A deposit address that was paid, as an app shows its state. */
async function payDepositAddress() {
  const payer = privateKeyToAccount(system.privateKey(1));
  const user = payer.address;
  const { steps, requestId } = await system.quote({
    user,
    recipient: freshAccount(),
    refundTo: user,
    useDepositAddress: true,
  });
  const depositAddress = steps[0]?.depositAddress ?? '';
  const wallet = createWalletClient({ account: payer, transport: http(system.chain(8453).rpcUrl) });
  await wallet.writeContract({
    chain: null,
    address: system.usdc(8453),
    abi: erc20Abi,
    functionName: 'transfer',
    args: [depositAddress as Hex, 100_000_000n],
  });
  await eventually(
    async () => textAt(await system.get(`/intents/status/v3?requestId=${requestId}`), 'status'),
    (status) => status === 'success',
    { what: 'the payout of the deposit' },
  );
  return { requestId, user, depositAddress };
}

/** Answer of a hook once its query has ended. */
async function answerOf(page: Page, hook: string): Promise<unknown> {
  const place = page.getByLabel(hook, { exact: true });
  return eventually(
    async () => JSON.parse(await place.innerText()) as object,
    (answer) => at(answer, 'isPending') === false,
    { what: `an answer to ${hook}` },
  );
}

/** Opens the widget, and connects it with a wallet of the browser. */
async function openSwap(account: number, extension: Partial<EvmExtension> = {}): Promise<OpenPage> {
  const privateKey = system.privateKey(account);
  const opened = await kit.open({ api: system.url }, (context) =>
    addEvmExtension(context, system, { privateKey, chainId: 8453, ...extension }),
  );
  await opened.page.getByRole('button', { name: 'Connect wallet' }).click();
  return opened;
}

/** Enters 25 dollars of Base, to be paid to this account as ether of OP Mainnet. */
async function enterSwap(page: Page, recipient: string): Promise<void> {
  await pick(page, 'USDC', 'Base');
  await pick(page, 'ETH', 'OP Mainnet');
  await page.getByRole('button', { name: /^0x/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill(recipient);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByRole('textbox').first().fill('25');
}

/** Picks the currency of the first side that has none. */
async function pick(page: Page, symbol: string, chain: string): Promise<void> {
  await page.getByRole('button', { name: 'Select Token' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByPlaceholder('Search for a token or paste address').fill(symbol);
  const listed = dialog.getByRole('radio').filter({ hasText: symbol }).filter({ hasText: chain });
  await listed.first().click();
  await dialog.waitFor({ state: 'hidden' });
}

/** Presses the button once there is a quote. */
async function confirm(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Swap', exact: true }).getByText('Approve & Swap').click();
}

/** Waits for the view that says that the recipient was paid. */
async function succeed(page: Page): Promise<void> {
  await page
    .getByRole('dialog')
    .getByText(/^(Completed in|Transaction Completed)/)
    .waitFor();
}

/** Ether of an account on OP Mainnet. */
function balanceOf(account: string): Promise<bigint> {
  const client = createPublicClient({ transport: http(system.chain(10).rpcUrl) });
  return client.getBalance({ address: account as Hex });
}

/** Amount that was quoted to the recipient of one request, in smallest units. */
async function quotedFor(recipient: string): Promise<bigint> {
  const answer = await system.get(`/requests/v2?user=${recipient}`);
  expect(at(answer, 'requests')).toHaveLength(1);
  return BigInt(textAt(answer, 'requests.0.data.metadata.currencyOut.amount'));
}
