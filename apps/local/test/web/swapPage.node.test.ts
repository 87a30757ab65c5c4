import { eventually } from '@portage/testing';
import { withDearGas } from '@portage/devnet';
import type { Locator, Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkAccessibility } from './checkAccessibility.js';
import { startWeb, type Web } from './startWeb.js';
import {
  awaitComplete,
  connectTestWallets,
  enterSwap,
  pressSwap,
  shortenQuotes,
} from './swapSteps.js';

let web: Web;
beforeAll(async () => {
  web = await startWeb();
});
afterAll(async () => {
  await web.close();
});

const title = (page: Page): Promise<string> => page.getByRole('heading', { level: 1 }).innerText();
const steps = (page: Page): Promise<string> =>
  page.getByRole('list', { name: 'Steps' }).innerText();

test('a newcomer swaps ETH on one chain to USDC on another, and sees it arrive', async () => {
  const { page, faults } = await web.open();
  await connectTestWallets(page);
  await enterSwap(page, { from: ['ETH', 'Base'], to: ['USDC', 'OP Mainnet'], amount: '0.1' });
  await pressSwap(page);
  await awaitComplete(page);
  await expect.poll(() => title(page)).toBe('Swap complete');
  await expect.poll(() => steps(page)).toContain('Receive USDC on OP Mainnet');
  await page.getByRole('link', { name: 'All details of this swap' }).click();
  await page.getByText('Your transaction').waitFor();
  await expect.poll(() => page.locator('dl').innerText()).toContain('0.1 ETH on Base ($250.00)');
  await page.getByRole('navigation').getByRole('link', { name: 'Activity' }).click();
  await page.getByRole('link', { name: /^0\.1 ETH → 249/ }).waitFor();
  expect(faults).toEqual([]);
});

test('a page that is left in the middle goes on where it was', async () => {
  const { page, faults } = await web.open();
  await connectTestWallets(page);
  await enterSwap(page, { from: ['ETH', 'Base'], to: ['SOL', 'Solana'], amount: '0.05' });
  await web.system.devnet.pauseMining(8453);
  try {
    await pressSwap(page);
    const sent = page.getByRole('listitem').filter({ hasText: 'Send deposit' });
    await sent.getByText('Waiting for the chain').waitFor();
    const before = await sent.getByRole('button', { name: /^Copy transaction/ }).innerText();
    await page.reload();
    await sent.getByText('Waiting for the chain').waitFor();
    await expect
      .poll(() => sent.getByRole('button', { name: /^Copy transaction/ }).innerText())
      .toBe(before);
    await expect.poll(() => title(page)).toBe('Swapping…');
  } finally {
    await web.system.devnet.resumeMining(8453);
  }
  await awaitComplete(page);
  await expect.poll(() => title(page)).toBe('Swap complete');
  await expect.poll(() => steps(page)).toContain('Receive SOL on Solana');
  // Nothing was paid twice.
  await page.getByRole('navigation').getByRole('link', { name: 'Activity' }).click();
  await page.getByText('Complete').waitFor();
  await expect.poll(() => page.getByRole('main').getByRole('listitem').count()).toBe(1);
  // A swap that is complete stays to be seen after another reload.
  await page.getByRole('navigation').getByRole('link', { name: 'Swap' }).click();
  await page.reload();
  await page.getByRole('heading', { name: 'Swap complete' }).waitFor();
  expect(faults).toEqual([]);
});

describe.concurrent('every family pays and is paid', () => {
  test.each([
    { from: ['USDC', 'Base'], to: ['BTC', 'Bitcoin'], amount: '300' },
    { from: ['ETH', 'OP Mainnet'], to: ['BTC', 'Bitcoin'], amount: '0.1' },
    { from: ['SOL', 'Solana'], to: ['ETH', 'OP Mainnet'], amount: '2' },
    { from: ['BTC', 'Bitcoin'], to: ['USDC', 'Solana'], amount: '0.01' },
  ] as const)('$from to $to', async (swap) => {
    const { page, faults } = await web.open();
    await connectTestWallets(page);
    await enterSwap(page, swap);
    await pressSwap(page);
    await awaitComplete(page);
    await eventually(
      () => title(page),
      (seen) => seen === 'Swap complete',
      { what: 'Swap complete' },
    );
    expect(faults).toEqual([]);
  });
});

describe.concurrent('a quote that a hostile proxy altered is refused in words', () => {
  const thief = `0x${'bad0'.repeat(10)}`;

  test.each([
    [
      'another recipient',
      (text: string, own: string) => text.replaceAll(new RegExp(own, 'gi'), thief),
    ],
    [
      'another contract',
      (text: string) => text.replace(/"to":"0x[0-9a-f]{40}"/i, `"to":"${thief}"`),
    ],
    [
      'a worse price',
      (text: string) => text.replaceAll(/"minimumAmount":"\d+"/g, '"minimumAmount":"1"'),
    ],
  ])('%s', async (_, alter) => {
    const { page } = await web.open();
    await connectTestWallets(page);
    const asked: string[] = [];
    await page.route('**/quote/v2', async (route) => {
      const answer = await route.fetch();
      const { user = '' } = route.request().postDataJSON() as { readonly user?: string };
      await route.fulfill({ response: answer, body: alter(await answer.text(), user) });
    });
    page.on('request', (request) => asked.push(request.postData() ?? ''));
    await enterSwap(page, { from: ['ETH', 'Base'], to: ['USDC', 'OP Mainnet'], amount: '0.2' });
    await pressSwap(page);
    const words = await page.getByRole('alert').innerText();
    expect(words).toContain('This quote would not do what you asked for, so it was stopped.');
    expect(words).toContain('Nothing was signed and no money moved.');
    expect(asked.filter((body) => body.includes('eth_sendRawTransaction'))).toEqual([]);
  });
});

test('the form works in USD, flips, and says what is missing', async () => {
  const { page } = await web.open();
  await connectTestWallets(page);
  await enterSwap(page, { from: ['ETH', 'Base'], to: ['USDC', 'OP Mainnet'], amount: '0.04' });
  const amount = page.getByLabel('You pay', { exact: true });
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  await page.getByRole('button', { name: /Type a value in USD$/ }).click();
  await expect.poll(() => amount.inputValue()).toMatch(/^(99\.99|100)$/);
  await amount.fill('250');
  await page.getByRole('button', { name: /^0\.1 ETH/ }).waitFor();
  await button('Swap').waitFor();
  await page.getByRole('button', { name: /Type an amount$/ }).click();
  await expect.poll(() => amount.inputValue()).toBe('0.1');
  await amount.fill('1,00,0');
  await page.getByText('Enter one number, such as 1234.5').waitFor();
  await amount.fill('1,000 ETH');
  await button('Not enough ETH').waitFor();
  await expect.poll(() => amount.inputValue()).toBe('1,000 ETH');
  await amount.fill('100');
  await button('Not enough ETH').waitFor();
  await button('Flip both sides').click();
  await page.getByRole('button', { name: 'You pay: USDC on OP Mainnet' }).waitFor();
  await button('Another address').click();
  await page.getByLabel('Recipient on Base').fill('nobody');
  await page.getByText('Not a valid Base address').waitFor();
  await button('Enter a recipient').waitFor();
  await page.getByText(/^Fees /).click();
  await page.getByText('Service fee').waitFor();
});

test('a link names a pair and an amount, and never who is paid', async () => {
  const { page } = await web.open();
  await connectTestWallets(page);
  await enterSwap(page, { from: ['USDC', 'Base'], to: ['ETH', 'OP Mainnet'], amount: '12.5' });
  await expect
    .poll(() => new URL(page.url()).search)
    .toMatch(/^\?from=8453:0x[0-9a-f]{40}&to=10:0x0{40}&amount=12\.5$/);
  const link = new URL(page.url());
  const other = await web.open();
  await other.page.goto(`${link.href}&recipient=0x00000000000000000000000000000000000000ff`);
  await other.page.getByRole('button', { name: 'You pay: USDC on Base' }).waitFor();
  await other.page.getByRole('button', { name: 'You receive: ETH on OP Mainnet' }).waitFor();
  const amount = other.page.getByLabel('You pay', { exact: true });
  await expect.poll(() => amount.inputValue()).toBe('12.5');
  await other.page.getByRole('button', { name: 'Try it with test money' }).click();
  await other.page.getByText(/^To your wallet/).waitFor();
  // The amount of an unknown currency is not kept for the one in its place.
  await other.page.goto(
    `${link.origin}/?from=8453:0x00000000000000000000000000000000000000ff&amount=7`,
  );
  await other.page.getByRole('button', { name: /^You pay: \w+ on / }).waitFor();
  await expect.poll(() => amount.inputValue()).toBe('');
});

test('a swap that costs much of its value is warned of, and a cheap one is not', async () => {
  const { page } = await web.open({ bypassCSP: true });
  await connectTestWallets(page);
  await enterSwap(page, { from: ['ETH', 'Base'], to: ['USDC', 'OP Mainnet'], amount: '0.25' });
  await page.getByText(/^\$624\.\d\d .*\(−0\.\d+%\)$/).waitFor();
  const warning = page.getByText(/^This swap costs [\d.]+% of its value\.$/);
  await expect.poll(() => warning.count()).toBe(0);
  await enterSwap(page, { from: ['USDC', 'Base'], to: ['SOL', 'Solana'], amount: '1' });
  await warning.waitFor();
  await checkAccessibility(page, 'a loss');
});

/** Texts of the rows of a list of currencies, without the letters in pictures and addresses. */
async function rowTexts(list: Locator): Promise<readonly string[]> {
  const texts = await list.getByRole('button').allInnerTexts();
  return texts.map((text) =>
    text
      .split('\n')
      .slice(1)
      .join(' ')
      .replace(/ · \S+/, ''),
  );
}

test('the list of currencies shows what is held, by its value in USD', async () => {
  const { page, faults } = await web.open({
    bypassCSP: true,
    viewport: { width: 390, height: 844 },
  });
  await connectTestWallets(page);
  const asked: unknown[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/quote/v2')) asked.push(request.postDataJSON());
  });
  const open = () => page.getByRole('button', { name: 'You receive: ' }).click();
  await open();
  const list = page.getByRole('list', { name: 'Currencies' });
  // Balances come chain by chain.
  const first = async () => (await rowTexts(list)).slice(0, 8);
  await expect
    .poll(first)
    .toEqual([
      'BTC Bitcoin 1 $60,000.00',
      'ETH OP Mainnet 2 $5,000.00',
      'ETH Base 2 $5,000.00',
      'SOL Solana 20 $3,000.00',
      ...['OP Mainnet', 'Base', 'Lighter', 'Solana'].map(
        (chain) => `USDC ${chain} 2,500 $2,500.00`,
      ),
    ]);
  // Currencies that no wallet holds have neither a balance nor a value.
  const texts = await rowTexts(list);
  expect(texts.slice(8).filter((text) => text.includes('$'))).toEqual([]);
  await expect
    .poll(() => list.evaluate((shown) => shown.scrollWidth <= shown.clientWidth))
    .toBe(true);
  await checkAccessibility(page, 'currencies with values');
  // One price for each of four currencies.
  expect(asked.length).toBe(4);
  const before = asked.length;
  await page.keyboard.press('Escape');
  await open();
  await list.getByText('$60,000.00').waitFor();
  expect(asked.length).toBe(before);
  expect(faults).toEqual([]);
});

test('the dialog of currencies keeps its height, and each chain has its mark', async () => {
  const { page, faults } = await web.open({ viewport: { width: 390, height: 844 } });
  await page.getByRole('button', { name: 'You receive: ' }).click();
  const dialog = page.getByRole('dialog');
  const heightOf = async () => (await dialog.boundingBox())?.height;
  await dialog.getByRole('list', { name: 'Currencies' }).getByText('Bitcoin').waitFor();
  const before = await heightOf();
  for (const [term, shown] of [
    ['btc', 'BTC'],
    ['nothing of this name', 'No results'],
    ['', 'SOL'],
  ] as const) {
    await dialog.getByRole('searchbox').fill(term);
    await dialog.getByText(shown).first().waitFor();
    expect([term, await heightOf()]).toEqual([term, before]);
  }
  const chips = dialog.getByRole('group', { name: 'Chain' }).getByRole('button');
  expect(await chips.locator('svg').count()).toBe((await chips.count()) - 1);
  expect(faults).toEqual([]);
});

test('a currency without a price has a balance and no value', async () => {
  const { page } = await web.open();
  await connectTestWallets(page);
  await page.route('**/quote/v2', async (route) => {
    const { originCurrency } = route.request().postDataJSON() as {
      readonly originCurrency: string;
    };
    if (/^0x0+$/.test(originCurrency))
      await route.fulfill({
        status: 500,
        json: { errorCode: 'PRICE_FETCH_FAILED', message: 'no' },
      });
    else await route.continue();
  });
  await page.getByRole('button', { name: 'You receive: ' }).click();
  const list = page.getByRole('list', { name: 'Currencies' });
  await list.getByText('$60,000.00').waitFor();
  // Behind what has a value, before what no wallet holds.
  await expect
    .poll(async () => (await rowTexts(list)).slice(6, 8))
    .toEqual(['ETH OP Mainnet 2', 'ETH Base 2']);
});

test('a page whose settings stall begins without them, and has them once they come', async () => {
  const held: Route[] = [];
  const { page, faults } = await web.open({
    prepare: async (context) => {
      await context.route('**/app/settings.json', (route) => void held.push(route));
    },
  });
  await page.getByLabel('You pay', { exact: true }).waitFor();
  for (const route of held) await route.continue();
  await connectTestWallets(page);
  expect(held.length).toBeGreaterThan(0);
  expect(faults).toEqual([]);
});

test('a payment that comes too late is paid back, and the page says why', async () => {
  const { page, faults } = await web.open({ bypassCSP: true });
  await connectTestWallets(page);
  await shortenQuotes(page, 20);
  await enterSwap(page, { from: ['ETH', 'Base'], to: ['USDC', 'OP Mainnet'], amount: '0.03' });
  await page.getByRole('button', { name: 'Swap', exact: true }).waitFor();
  // Without blocks a chain is quoted for a minute alone.
  await web.system.devnet.pauseMining(8453);
  try {
    await pressSwap(page);
    await page.getByText('Not found yet, and the price has expired').waitFor();
  } finally {
    await web.system.devnet.resumeMining(8453);
  }
  await awaitComplete(page);
  await expect.poll(() => title(page)).toBe('Swap refunded');
  const words = await page.getByRole('status').filter({ hasText: 'refunded' }).innerText();
  expect(words).toContain('The payment came after the quote had expired.');
  expect(words).toContain('Nothing is left to do.');
  expect(words).toMatch(/on Base/);
  // The amount comes with the block of the refund.
  await page.getByText(/ 0\.0[23]\d* ETH is back in your wallet\./).waitFor();
  await checkAccessibility(page, 'refund');
  await page.getByRole('link', { name: 'All details of this swap' }).click();
  await page.getByText('Refund transaction').first().waitFor();
  await expect.poll(() => page.locator('dl').innerText()).toMatch(/Refunded\s+0\.0[23]\d* ETH/);
  await checkAccessibility(page, 'refunded request');
  expect(faults).toEqual([]);
});

test('a price counts down, is asked for again before it expires, and the newest one is paid', async () => {
  const { page, faults } = await web.open();
  await connectTestWallets(page);
  const came = await shortenQuotes(page, 20);
  await enterSwap(page, { from: ['ETH', 'Base'], to: ['USDC', 'OP Mainnet'], amount: '0.05' });
  const shown = page.getByLabel('You receive', { exact: true });
  const countdown = page.getByRole('button', { name: /Get a new price now$/ });
  const seconds = async (): Promise<number> => parseInt(await countdown.innerText(), 10);
  await page.getByRole('button', { name: 'Swap', exact: true }).waitFor();
  const [before, first] = [await shown.inputValue(), await seconds()];
  await expect.poll(seconds).toBeLessThan(first);
  // Gas of the payment becomes dear, and stays so until the next price, however late that is: it is
  // a worse one that the amount still covers.
  await withDearGas(web.system.devnet, { chainId: 10, weiPerGas: 200_000_000_000n }, () =>
    expect.poll(() => shown.inputValue()).not.toBe(before),
  );
  await expect.poll(async () => Number(await shown.inputValue())).toBeLessThan(Number(before));
  await pressSwap(page);
  await awaitComplete(page);
  await expect.poll(() => title(page)).toBe('Swap complete');
  await page.getByRole('link', { name: 'All details of this swap' }).click();
  await page.waitForURL('**/activity/*');
  expect(came.slice(1)).toContain(page.url().split('/').at(-1));
  expect(faults).toEqual([]);
});

test('a price that expired is never signed: the button waits for a newer one', async () => {
  const { page } = await web.open();
  await connectTestWallets(page);
  const sent: string[] = [];
  page.on('request', (request) => sent.push(request.postData() ?? ''));
  await shortenQuotes(page, 10);
  await enterSwap(page, { from: ['ETH', 'Base'], to: ['USDC', 'OP Mainnet'], amount: '0.05' });
  await page.getByRole('button', { name: 'Swap', exact: true }).waitFor();
  const held: Route[] = [];
  await page.route('**/quote/v2', (route) => void held.push(route));
  const waiting = page.getByRole('button', { name: 'Getting the best price…' });
  await waiting.waitFor();
  await expect.poll(() => waiting.isDisabled()).toBe(true);
  await expect.poll(() => held.length).toBeGreaterThan(0);
  expect(sent.filter((body) => body.includes('eth_sendRawTransaction'))).toEqual([]);
  for (const route of held) await route.continue();
  await page.getByRole('button', { name: 'Swap', exact: true }).waitFor();
});

describe.concurrent('what somebody sets', () => {
  /** Waits for a request that says what the user has just set. */
  const awaitRequest = async (
    page: Page,
    wanted: Readonly<Record<string, unknown>>,
    act: () => Promise<void>,
  ) => {
    const asked = page.waitForRequest((request) => {
      if (!request.url().endsWith('/quote/v2')) return false;
      const body = request.postDataJSON() as Readonly<Record<string, unknown>>;
      return Object.entries(wanted).every(([name, value]) => body[name] === value);
    });
    await act();
    await asked;
  };

  test('as slippage reaches the request, and a high one is warned of', async () => {
    const { page } = await web.open();
    await connectTestWallets(page);
    await enterSwap(page, { from: ['ETH', 'Base'], to: ['USDC', 'OP Mainnet'], amount: '0.02' });
    await page.getByRole('button', { name: 'Swap', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Slippage', exact: true }).click();
    await awaitRequest(page, { slippageTolerance: '100' }, () =>
      page.getByRole('button', { name: '1%', exact: true }).click(),
    );
    await awaitRequest(page, { slippageTolerance: '625' }, () =>
      page.getByLabel('Custom slippage').fill('6.25'),
    );
    await page.getByText('That is a lot.').waitFor();
    await page.keyboard.press('Escape');
  });

  test('as a sponsor of the fees is asked, and what it pays is shown', async () => {
    const { page, faults } = await web.open();
    await connectTestWallets(page);
    await enterSwap(page, { from: ['USDC', 'Base'], to: ['USDC', 'OP Mainnet'], amount: '20' });
    await page.getByRole('button', { name: 'Slippage', exact: true }).click();
    await awaitRequest(page, { subsidizeFees: true }, () =>
      page.getByLabel(/^Let the demo sponsor pay the fees/).check(),
    );
    await page.keyboard.press('Escape');
    await page.getByText(/^Fees /).click();
    await page.getByText(/of your fees are paid by a sponsor\.$/).waitFor();
    await eventually(
      () => page.getByLabel('You receive', { exact: true }).inputValue(),
      (seen) => seen === '20',
      { what: 'an amount without fees' },
    );
    await pressSwap(page);
    await awaitComplete(page);
    await eventually(
      () => title(page),
      (seen) => seen === 'Swap complete',
      { what: 'Swap complete' },
    );
    expect(faults).toEqual([]);
  });

  test('as a theme stays for the next visit', async () => {
    const { page } = await web.open({ colorScheme: 'light' });
    const background = () =>
      page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    const light = await background();
    await page.getByRole('button', { name: /^Theme: system/ }).click();
    await eventually(
      () => background(),
      (seen) => seen === light,
      { what: 'the light page' },
    );
    await page.getByRole('button', { name: /^Theme: light/ }).click();
    const dark = await background();
    expect(dark).not.toBe(light);
    await page.reload();
    await page.getByRole('button', { name: /^Theme: dark/ }).waitFor();
    await eventually(
      () => background(),
      (seen) => seen === dark,
      { what: 'the dark page' },
    );
  });

  test('a currency that no list of the chains has is found by the service, and quoted', async () => {
    const { page } = await web.open({
      prepare: async (context) => {
        await context.route('**/chains*', async (route) => {
          const answer = await route.fetch();
          const body = (await answer.json()) as {
            readonly chains: { erc20Currencies: { readonly symbol: string }[] }[];
          };
          for (const chain of body.chains)
            chain.erc20Currencies = chain.erc20Currencies.filter(
              ({ symbol }) => symbol !== 'tWBTC',
            );
          await route.fulfill({ response: answer, json: body });
        });
      },
    });
    await connectTestWallets(page);
    await page.getByRole('button', { name: 'You receive: ' }).click();
    const list = page.getByRole('list', { name: 'Currencies' });
    await list.getByRole('button', { name: /^USDC/ }).first().waitFor();
    await eventually(
      () => list.getByRole('button', { name: /^tWBTC/ }).count(),
      (seen) => seen === 0,
      { what: 'a list without tWBTC' },
    );
    await page.getByRole('searchbox').fill('twbtc');
    await list
      .getByRole('button', { name: /^tWBTC/ })
      .first()
      .click();
    await page.getByRole('button', { name: /^You receive: tWBTC/ }).waitFor();
    await page.getByLabel('You pay', { exact: true }).fill('0.1');
    await page.getByRole('button', { name: 'Swap', exact: true }).waitFor();
  });

  test.each([
    [429, 'RATE_LIMITED', 'Too many questions at once.'],
    [503, 'SERVICE_UNAVAILABLE', 'The service rests for a moment.'],
    [500, 'PRICE_FETCH_FAILED', 'There is no fresh price for this currency.'],
    [400, 'AMOUNT_TOO_LOW', 'This amount does not cover the fees.'],
  ])('a refusal with %i %s is explained, and goes by itself', async (status, errorCode, words) => {
    const { page } = await web.open();
    await connectTestWallets(page);
    await page.route('**/quote/v2', (route) =>
      route.fulfill({ status, json: { errorCode, message: 'no', code: errorCode } }),
    );
    await enterSwap(page, { from: ['ETH', 'Base'], to: ['USDC', 'OP Mainnet'], amount: '0.02' });
    await page.getByText(words).waitFor();
    await page.getByRole('button', { name: 'Price unavailable' }).waitFor();
    await page.unroute('**/quote/v2');
    await page.getByLabel('You pay', { exact: true }).fill('0.021');
    await page.getByRole('button', { name: 'Swap', exact: true }).waitFor();
    await eventually(
      () => page.getByText(words).count(),
      (seen) => seen === 0,
      { what: 'a page without the refusal' },
    );
  });
});

test('a keyboard alone is enough to choose and to swap', async () => {
  const { page } = await web.open();
  const press = async (...keys: readonly string[]): Promise<void> => {
    for (const key of keys) await page.keyboard.press(key);
  };
  await page.getByRole('button', { name: 'Try it with test money' }).focus();
  await press('Enter');
  await page.getByRole('button', { name: 'Max' }).waitFor();
  await page.getByRole('button', { name: 'You pay: ' }).focus();
  await press('Enter');
  await page.keyboard.type('usdc base');
  await press('ArrowDown', 'Enter');
  await page.getByRole('button', { name: 'You pay: USDC on Base' }).waitFor();
  await page.getByRole('button', { name: 'You receive: ' }).focus();
  await press('Enter');
  await page.keyboard.type('eth mainnet');
  await press('Enter');
  await page.getByLabel('You pay', { exact: true }).focus();
  await page.keyboard.type('25');
  const swap = page.getByRole('button', { name: 'Swap', exact: true });
  await swap.waitFor();
  await swap.focus();
  await press('Enter');
  await awaitComplete(page);
  await expect.poll(() => title(page)).toBe('Swap complete');
});
