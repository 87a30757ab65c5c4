import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { eventually, testMsMax } from '@portage/testing';
import { claimAppFees, createPortage, getAppFeeClaims } from '@portage/sdk';
import type { EndpointResponse } from '@portage/core/schemas';
import type { Page, Request } from 'playwright-core';
import { privateKeyToAddress } from 'viem/accounts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createContext } from '../../src/createContext.js';
import { openSide, transfer } from '../../src/demonstrations/transfer.js';
import { checkAccessibility } from './checkAccessibility.js';
import { signIn } from './dashboardSteps.js';
import { evmChains } from '../evmChains.js';
import { startWeb, type Web } from './startWeb.js';
import { awaitComplete, connectTestWallets, enterSwap, pressSwap } from './swapSteps.js';

let web: Web;
/** Request of a swap that was made on the page, without a key. */
let requestId: string;
/** Keys of two apps of different owners. */
let apps: readonly Awaited<ReturnType<typeof createApp>>[];

beforeAll(async () => {
  web = await startWeb({ chains: evmChains });
  apps = await Promise.all([createApp(), createApp()]);
  const { page, context } = await web.open();
  await connectTestWallets(page);
  await enterSwap(page, { from: ['ETH', 'Base'], to: ['USDC', 'OP Mainnet'], amount: '0.1' });
  await pressSwap(page);
  await awaitComplete(page);
  await page.getByRole('link', { name: 'All details of this swap' }).click();
  await page.waitForURL('**/activity/*');
  requestId = page.url().split('/').at(-1) ?? '';
  await context.close();
});
afterAll(async () => {
  await web.close();
});

async function createApp() {
  const name = randomUUID();
  await web.system.service.settlement.sponsors.credit({ account: name, microUsd: 7n, ref: name });
  const { key, secret } = await web.system.service.access.keys.create({ name, sponsor: name });
  return { id: key.id, sponsor: name, secret };
}

async function ask(path: string, key?: string) {
  const headers: HeadersInit = key === undefined ? {} : { 'x-api-key': key };
  const answer = await fetch(`${web.system.url}${path}`, { headers });
  return { status: answer.status, text: await answer.text() };
}

/** A quote that came with a key; a request with an address of its own begins at once. */
async function quoteWith(key: string): Promise<string> {
  const user = web.system.devnet.description.accounts[1]?.address;
  const answer = await fetch(`${web.system.url}/quote/v2`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': key },
    body: JSON.stringify({
      user,
      originChainId: 8453,
      destinationChainId: 10,
      amount: '10000000000000000',
      useDepositAddress: true,
      refundTo: user,
    }),
  });
  const quote = (await answer.json()) as { steps: readonly { requestId: string }[] };
  return quote.steps[0]?.requestId ?? '';
}

const open = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('navigation').getByRole('link', { name, exact: true }).click();
  await page.getByRole('heading', { level: 1, name }).waitFor();
};

test('keys-and-usage#operator an operator finds a swap with its deposit, payment, postings and transactions', async () => {
  const { page, faults } = await web.open({ path: '/dashboard' });
  await signIn(page, 'operator');
  const latest = page.getByRole('group', { name: 'Requests' });
  await latest.getByText('Complete').first().waitFor();
  await open(page, 'Requests');
  await page.getByLabel('Status').selectOption('Complete');
  await page.locator(`a[href$="${requestId}"]`).click();
  const region = (name: string) => page.getByRole('region', { name, exact: true });
  await region('Deposits').getByText('matched').first().waitFor();
  await expect.poll(() => region('Deposits').innerText()).toContain('0.1 ETH');
  await expect.poll(() => region('Payouts').innerText()).toMatch(/main\s+fill/);
  await expect
    .poll(() => region('Transactions of the service').innerText())
    .toMatch(/fill\s+mined/);
  const ledger = await region('Ledger').innerText();
  expect(ledger).toContain('deposits');
  expect(ledger).toContain('escrow:');
  expect(ledger).toContain('inventory:');
  expect(faults).toEqual([]);
});

test('charts hold what happened, by the service and by the page', async () => {
  const { status, text } = await ask(
    '/dashboard/api/overview?window=hour',
    (await operatorKey()).secret,
  );
  expect(status).toBe(200);
  const { totals, buckets } = JSON.parse(text) as {
    totals: { success: number; volumeUsd: string; fillSeconds?: { p50: number } };
    buckets: readonly { requests: number }[];
  };
  expect(totals.success).toBeGreaterThanOrEqual(1);
  expect(Number(totals.volumeUsd)).toBeGreaterThanOrEqual(250);
  expect(totals.fillSeconds?.p50).toBeGreaterThanOrEqual(0);
  expect(buckets.filter(({ requests }) => requests > 0).length).toBeGreaterThan(0);
  // Service levels count the same swap, on its route and on this day.
  type Levels = EndpointResponse<'serviceLevels'>;
  const levels = async (): Promise<Levels> =>
    JSON.parse((await ask('/service-levels')).text) as Levels;
  const route = { originChainId: 8453, destinationChainId: 10, refunded: 0 };
  await expect
    .poll(async () => (await levels()).routes)
    .toContainEqual(expect.objectContaining(route));
  await expect.poll(async () => (await levels()).total.answeredMinutes).toBeGreaterThanOrEqual(1);
  const { page } = await web.open({ path: '/dashboard' });
  await signIn(page, 'operator');
  await page.getByText('Figures as a table').first().click();
  const figures = page.getByRole('group', { name: 'Figures of volume' });
  await expect.poll(() => figures.innerText()).toMatch(/\$\d{3}/);
  await expect.poll(() => page.locator('canvas').count()).toBe(3);
  await expect.poll(() => paintedOf(page, 'volume')).toBeGreaterThan(100);
  await expect.poll(() => paintedOf(page, 'requests')).toBeGreaterThan(100);
  await open(page, 'Usage');
  await page.getByText('/dashboard/api/session 200').waitFor();
  for (const title of ['calls', 'calls by endpoint'])
    await expect.poll(() => paintedOf(page, title)).toBeGreaterThan(100);
  const endpoints = page.getByRole('region', { name: 'Calls by endpoint' });
  await expect.poll(() => endpoints.getByRole('figure').innerText()).toContain('/dashboard/api/');
});

test('an operator sees inventory, solvency, prices, and why a chain is halted', async () => {
  const { chains } = web.system.service.settlement;
  const { page, faults } = await web.open({ path: '/dashboard' });
  await signIn(page, 'operator');
  await open(page, 'Service');
  const base = page.getByRole('region', { name: 'Base', exact: true });
  await base.getByRole('group', { name: 'Inventory on Base' }).waitFor();
  await expect.poll(() => base.innerText()).toMatch(/^Base\s+Running, block [\d,]+/);
  await expect
    .poll(() => base.getByRole('group', { name: 'Inventory on Base' }).innerText())
    .toMatch(/USDC\s+[\d,.]+\s+[\d,.]+\s+\$[\d,.]+/);
  const solvency = base.getByRole('group', { name: 'Solvency on Base' });
  await solvency.getByText('depository').first().waitFor();
  await expect.poll(() => solvency.innerText()).toMatch(/depository\s+ETH\s+0\s+0\.1\s+0\.1/);
  await expect
    .poll(() => page.getByRole('group', { name: 'Prices' }).innerText())
    .toMatch(/eth\s+\$2,500\.00\s+fixed/);
  await chains.halt(10, 'The depository holds less than the books say.');
  try {
    const halted = page.getByRole('alert').filter({ hasText: 'OP Mainnet is halted.' });
    await halted.getByText('The depository holds less than the books say.').waitFor();
  } finally {
    await chains.clearHalt(10, 'Counted again by hand.');
  }
  const cleared = page.getByRole('group', { name: 'Halts that were cleared' });
  await cleared.getByText('Counted again by hand.').waitFor();
  await page.getByRole('alert').waitFor({ state: 'detached' });
  expect(faults).toEqual([]);
});

test('an app sees its sponsor, and what was sponsored against the caps of its quotes', async () => {
  const settled = await sponsoredSwap({ maxSubsidizationAmount: '1000000' });
  expect(settled).toBe('Swap complete');
  const { page } = await web.open({ path: '/dashboard' });
  await signIn(page, 'app');
  await open(page, 'Fees');
  const balances = page.getByRole('group', { name: 'Balances of sponsors' });
  await expect.poll(() => balances.innerText()).toMatch(/demo-app\s+\$(99|100)\.\d\d/);
  const spending = page.getByRole('group', { name: 'Spending of sponsors' });
  await spending.getByText('demo-app').waitFor();
  await expect
    .poll(() => spending.innerText())
    .toMatch(/demo-app\s+1\s+<?\$[\d.]+\s+<?\$[\d.]+ of \$1\.00\s+0 of 1/);
  // A hundred USD last for long at this pace.
  expect(await page.getByText("A sponsor's balance runs low").count()).toBe(0);
});

test('app owners see what they earned, the command that claims it, and what they claimed', async () => {
  const context = createContext(web.system, 0, { signal: AbortSignal.timeout(testMsMax) });
  const wallet = privateKeyToAddress(context.privateKey);
  const earned = await transfer(context, {
    from: 'usdc@base',
    to: 'usdc@optimism',
    amount: '40',
    members: { appFees: [{ recipient: wallet, fee: '500' }] },
  });
  expect(earned.status).toBe('success');
  const { chainId, address: currency } = earned.from;
  const { page, faults } = await web.open({ path: '/dashboard' });
  await page.getByLabel('API key').fill(await web.system.createAppKey(wallet));
  await page.keyboard.press('Enter');
  await open(page, 'Fees');
  const fees = page.getByRole('group', { name: 'App fees', exact: true });
  // Earnings that are final are available too.
  await fees.getByText('2 USDC').first().waitFor();
  const command = fees.getByRole('button', { name: 'Copy command portage app-fees claim' });
  await expect
    .poll(() => command.getAttribute('title'))
    .toBe(`portage app-fees claim --from ${currency}@${String(chainId)} --key-file key.txt`);
  await page.getByText('Nothing was claimed.').waitFor();
  const { client } = createPortage({ baseUrl: web.system.url });
  const { executor } = openSide(context, earned.from);
  // Fees can be claimed once the chain of the payout calls it final.
  const { claimId } = await eventually(
    () =>
      claimAppFees(
        client,
        { wallet, chainId, currency, recipient: wallet, amount: '1500000' },
        { executor, pollMs: 200 },
      ),
    () => true,
    { what: 'a claim of the fees', everyMs: 500 },
  );
  const claims = page.getByRole('group', { name: 'Claims of app fees' });
  await claims.getByText('Complete').waitFor();
  await expect.poll(() => claims.innerText()).toMatch(/Complete\s+1\.5 USDC\s+Base/);
  const [claim] = (await getAppFeeClaims(client, wallet)).claims;
  expect(claim).toMatchObject({ claimId, status: 'success' });
  const paidBy = claims.getByRole('button', { name: /^Copy transaction/ });
  await expect.poll(() => paidBy.getAttribute('title')).toBe(claim?.txHash);
  await fees.getByText('0.5 USDC').waitFor();
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save as CSV: payouts' }).click(),
  ]);
  expect(saved.suggestedFilename()).toBe('payouts.csv');
  expect((await readFile(await saved.path(), 'utf8')).split('\r\n').slice(0, 2)).toEqual([
    'signedAt,status,wallet,amount,chainId,recipient,transaction',
    [
      claim?.createdAt,
      'success',
      claim?.wallet,
      '1.5 USDC',
      chainId,
      claim?.recipient,
      claim?.txHash,
    ].join(','),
  ]);
  expect(faults).toEqual([]);
});

test('older requests come page by page, and those of one key by its id', async () => {
  const [own, other] = apps;
  for (let count = 0; count < 27; count += 1) await quoteWith(own?.secret ?? '');
  const otherId = await quoteWith(other?.secret ?? '');
  const { page } = await web.open({ path: '/dashboard' });
  await signIn(page, 'operator');
  await open(page, 'Requests');
  const rows = page.getByRole('group', { name: 'Requests' }).getByRole('row');
  await page.locator(`a[href$="${otherId}"]`).waitFor();
  await expect.poll(() => rows.count()).toBe(26);
  await expect.poll(() => page.locator(`a[href$="${requestId}"]`).count()).toBe(0);
  await page.getByRole('button', { name: 'Older requests' }).click();
  await page.locator(`a[href$="${requestId}"]`).waitFor();
  await expect.poll(() => rows.count()).toBeGreaterThan(26);
  await page.getByLabel('API key (its public id)').fill(other?.id ?? '');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.locator(`a[href$="${requestId}"]`).count()).toBe(0);
  await expect.poll(() => page.locator(`a[href$="${otherId}"]`).count()).toBe(1);
  await expect.poll(() => page.getByRole('button', { name: 'Older requests' }).count()).toBe(0);
  // The address names the filter: the page finds the same when it is loaded again.
  await page.reload();
  await page.locator(`a[href$="${otherId}"]`).waitFor();
  await expect.poll(() => rows.count()).toBe(2);
  await expect.poll(() => page.getByLabel('API key (its public id)').inputValue()).toBe(other?.id);
  await page.getByLabel('Status').selectOption('Complete');
  await page.getByText('No request fits these filters.').waitFor();
});

/** Points of a chart that are no background: axes alone are fewer in each row. */
async function paintedOf(page: Page, title: string): Promise<number> {
  const canvas = page.getByRole('img', { name: `Chart of ${title};` }).locator('canvas');
  return canvas.evaluate((element) => {
    const { width, height } = element as HTMLCanvasElement;
    const data = (element as HTMLCanvasElement)
      .getContext('2d')
      ?.getImageData(0, 0, width, height).data;
    let painted = 0;
    for (let place = 0; place < (data?.length ?? 0); place += 4) {
      const [red = 0, green = 0, blue = 0, alpha = 0] = data?.slice(place, place + 4) ?? [];
      const isGrey = Math.max(red, green, blue) - Math.min(red, green, blue) < 40;
      if (alpha > 0 && !isGrey) painted += 1;
    }
    return painted;
  });
}

/** Swaps on the page with the demo sponsor, and says how that ended. */
async function sponsoredSwap(members: Readonly<Record<string, string>>): Promise<string> {
  const { page } = await web.open();
  await page.route('**/quote/v2', (route) => {
    const body = route.request().postDataJSON() as Readonly<Record<string, unknown>>;
    const postData = JSON.stringify(
      body['subsidizeFees'] === true ? { ...body, ...members } : body,
    );
    return route.continue({ postData });
  });
  await connectTestWallets(page);
  await page.getByRole('button', { name: 'Slippage', exact: true }).click();
  await page.getByLabel(/^Let the demo sponsor pay the fees/).check();
  await page.keyboard.press('Escape');
  await enterSwap(page, { from: ['USDC', 'Base'], to: ['USDC', 'OP Mainnet'], amount: '20' });
  await pressSwap(page);
  await awaitComplete(page);
  return page.getByRole('heading', { level: 1 }).innerText();
}

test('an app sees what came with its own key, and nothing of others', async () => {
  const [own, other] = apps;
  const [ownId, otherId] = [
    await quoteWith(own?.secret ?? ''),
    await quoteWith(other?.secret ?? ''),
  ];
  const key = own?.secret;
  const paths = ['requests', 'overview', 'usage', 'money', 'session', 'keys'];
  const answers = await Promise.all(paths.map((path) => ask(`/dashboard/api/${path}`, key)));
  expect(answers.map(({ status }) => status)).toEqual(paths.map(() => 200));
  const all = answers.map(({ text }) => text).join();
  expect(all).toContain(ownId);
  // Neither requests, keys and sponsors of others, nor the secret of the key itself.
  const secrets = [otherId, requestId, other?.id, other?.sponsor, key?.split('.')[1]];
  expect(secrets.filter((text) => text === undefined || all.includes(text))).toEqual([]);
  expect((await ask(`/dashboard/api/requests/${ownId}`, key)).status).toBe(200);
  for (const id of [otherId, requestId])
    expect((await ask(`/dashboard/api/requests/${id}`, key)).status).toBe(404);
  expect((await ask(`/dashboard/api/requests?apiKey=${other?.id}`, key)).status).toBe(401);
  expect((await ask(`/dashboard/api/overview?apiKey=${other?.id}`, key)).status).toBe(401);
  expect((await ask(`/dashboard/api/usage?apiKey=${other?.id}`, key)).text).toBe('{"metrics":[]}');
  expect((await ask('/dashboard/api/service', key)).status).toBe(403);
  const { page } = await web.open({ path: '/dashboard/requests' });
  await page.getByLabel('API key').fill(key ?? '');
  await page.keyboard.press('Enter');
  await page.locator(`a[href$="${ownId}"]`).waitFor();
  await expect.poll(() => page.locator(`a[href$="${requestId}"]`).count()).toBe(0);
  await expect.poll(() => page.getByRole('link', { name: 'Service' }).count()).toBe(0);
  await open(page, 'Usage');
  const keys = page.getByRole('group', { name: 'API keys' });
  // The calls above, whose counts are written within seconds.
  await expect
    .poll(() => keys.getByRole('row').nth(1).innerText())
    .toMatch(new RegExp(`^${own?.sponsor}\\s+${own?.id}\\s+Valid\\s.*\\d{4}.*\\d{4}`));
  expect(await keys.getByRole('row').count()).toBe(2);
});

test('a tab that is hidden asks nothing, and reads anew once it is seen again', async () => {
  const { page } = await web.open({ path: '/dashboard' });
  await signIn(page, 'operator');
  const turn = (state: 'hidden' | 'visible'): Promise<void> =>
    page.evaluate((next) => {
      Object.defineProperty(document, 'visibilityState', { value: next, configurable: true });
      dispatchEvent(new Event('visibilitychange'));
    }, state);
  const isAsked = (request: Request): boolean => request.url().includes('/dashboard/api/');
  await page.waitForRequest(isAsked);
  await turn('hidden');
  const asked: string[] = [];
  page.on('request', (request) => {
    if (isAsked(request)) asked.push(request.url());
  });
  await page.waitForTimeout(4_000);
  expect(asked).toEqual([]);
  const next = page.waitForRequest(isAsked);
  await turn('visible');
  await next;
});

test('without a key, or with a wrong one, nothing is told', async () => {
  const paths = ['session', 'requests', `requests/${requestId}`, 'overview', 'usage', 'money'];
  for (const path of [...paths, 'service']) {
    expect((await ask(`/dashboard/api/${path}`)).status).toBe(401);
    expect((await ask(`/dashboard/api/${path}`, 'key_0011')).status).toBe(401);
  }
  const { page } = await web.open({ path: '/dashboard' });
  await page.getByLabel('API key').fill('key_0011');
  await page.keyboard.press('Enter');
  await page.getByText('The API key is not valid.').waitFor();
});

test('no page of the dashboard violates the rules of accessibility, in no look', async () => {
  const { page } = await web.open({ path: '/dashboard', bypassCSP: true });
  await page.getByRole('button', { name: 'Open as operator' }).waitFor();
  await checkAccessibility(page, 'sign in');
  await signIn(page, 'operator');
  await checkAccessibility(page, 'overview');
  for (const name of ['Usage', 'Fees', 'Service', 'Requests']) {
    await open(page, name);
    await page.getByRole('table').first().waitFor();
    await checkAccessibility(page, name);
  }
  await page.getByLabel('Status').selectOption('Complete');
  await page.locator(`a[href$="${requestId}"]`).click();
  await page.getByRole('region', { name: 'Ledger' }).waitFor();
  await checkAccessibility(page, 'story');
});

async function operatorKey() {
  return web.system.service.access.keys.create({ name: randomUUID(), rights: ['operator'] });
}

test('charts are drawn in a browser whose language has no valid name', async () => {
  const { page, faults } = await web.open({
    path: '/dashboard',
    prepare: async (context) => {
      await context.addInitScript(() => {
        Object.defineProperty(navigator, 'language', { value: 'en-US@posix', configurable: true });
      });
    },
  });
  await signIn(page, 'operator');
  expect(faults).toEqual([]);
});
