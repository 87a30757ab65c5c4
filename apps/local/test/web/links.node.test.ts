import { getAddress } from 'viem';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startWeb, type Web } from './startWeb.js';
import { awaitComplete, connectTestWallets, enterSwap, pressSwap } from './swapSteps.js';

/** Links that lead to pages, and what a swap says once it is complete. */
let web: Web;
beforeAll(async () => {
  web = await startWeb();
});
afterAll(async () => {
  await web.close();
});

const native = '0x0000000000000000000000000000000000000000';

describe('a link', () => {
  test.each([
    ['with the same currency on both sides', `/?from=10:${native}&to=10:${native}`, 'the same'],
    [
      'with a currency that nobody knows',
      '/?from=10:0x00000000000000000000000000000000000000ff',
      'not available here',
    ],
    ['with a broken amount', '/?amount=1e9', 'cannot be read'],
    ['to a swap with a broken id', '/activity/0x12', 'It names no swap.'],
  ])('%s says so, in one notice', async (_, path, words) => {
    const { page, faults } = await web.open({ path });
    await page.getByText('This link is not valid.').waitFor();
    await page.getByText(words).waitFor();
    await expect.poll(() => page.getByText('This link is not valid.').count()).toBe(1);
    expect(faults).toEqual([]);
  });

  test('to a swap that nobody knows says so', async () => {
    const { page, faults } = await web.open({ path: `/activity/0x${'12'.repeat(32)}` });
    await page.getByText('The service does not know this swap.').waitFor();
    expect(faults).toEqual([]);
  });

  test('that names one currency twice has two in the form', async () => {
    const { page } = await web.open({ path: `/?from=10:${native}&to=10:${native}` });
    await page.getByRole('button', { name: 'You pay: ETH on OP Mainnet' }).waitFor();
    await page.getByRole('button', { name: /^You receive: (?!ETH on OP Mainnet)/ }).waitFor();
  });
});

test('a complete swap tells the exact amount, the time it took, and addresses with checksums', async () => {
  const { page, faults } = await web.open();
  await connectTestWallets(page);
  await enterSwap(page, { from: ['USDC', 'Base'], to: ['USDC', 'OP Mainnet'], amount: '20' });
  await pressSwap(page);
  await awaitComplete(page);
  await page.getByText(/^19\.\d{3,6} USDC arrived in \d+ (s|min)\.$/).waitFor();
  const names = await page.getByRole('list', { name: 'Steps' }).innerText();
  for (const name of ['Approve USDC', 'Send deposit', 'Receive USDC on OP Mainnet'])
    expect(names).toContain(name);
  await page.getByRole('link', { name: 'All details of this swap' }).click();
  await page.getByText('Time taken').waitFor();
  await page.getByText('Payout transaction').waitFor();
  for (const label of ['payer', 'recipient']) {
    const address = page.getByRole('button', { name: new RegExp(`^Copy ${label}`) });
    await expect
      .poll(async () => {
        const shown = (await address.getAttribute('title')) ?? '';
        return shown === getAddress(shown.toLowerCase());
      })
      .toBe(true);
  }
  expect(faults).toEqual([]);
});

test.each([
  ['ETH', 'Base', 2],
  ['SOL', 'Solana', 20],
  ['BTC', 'Bitcoin', 1],
] as const)('Max of %s leaves what gas needs, and a quote comes', async (symbol, chain, held) => {
  const { page } = await web.open();
  await connectTestWallets(page);
  await enterSwap(page, { from: [symbol, chain], to: ['USDC', 'OP Mainnet'], amount: '0.01' });
  await page.getByRole('button', { name: 'Swap', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Max' }).click();
  const amount = page.getByLabel('You pay', { exact: true });
  await expect.poll(async () => Number(await amount.inputValue())).toBeGreaterThan(held * 0.99);
  await expect.poll(async () => Number(await amount.inputValue())).toBeLessThan(held);
  await page.getByRole('button', { name: 'Swap', exact: true }).waitFor();
});
