import type { Page } from 'playwright-core';

/** A swap as the user enters it. */
export interface EnteredSwap {
  /** Symbol and chain, as in `ETH` on `Base`. */
  readonly from: readonly [symbol: string, chain: string];
  readonly to: readonly [symbol: string, chain: string];
  readonly amount: string;
}

/** Connects the built-in wallets and waits for their test money. */
export async function connectTestWallets(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Try it with test money' }).click();
  await page.getByRole('button', { name: 'Enter an amount' }).waitFor();
  await page.getByRole('button', { name: 'Max' }).waitFor();
}

/** Picks both currencies and types the amount. */
export async function enterSwap(page: Page, { from, to, amount }: EnteredSwap): Promise<void> {
  await pick(page, 'You receive', to);
  await pick(page, 'You pay', from);
  await page.getByLabel('You pay', { exact: true }).fill(amount);
}

async function pick(
  page: Page,
  side: 'You pay' | 'You receive',
  [symbol, chain]: readonly [string, string],
): Promise<void> {
  await page.getByRole('button', { name: `${side}: ` }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('searchbox').fill(`${symbol} ${chain}`);
  await dialog
    .getByRole('list', { name: 'Currencies' })
    .getByRole('button', { name: new RegExp(`^${symbol} ${chain}`) })
    .click();
}

/** Presses the button once there is a quote. */
export async function pressSwap(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Swap', exact: true }).click();
}

/** Waits until the swap has ended in any way. */
export async function awaitComplete(page: Page): Promise<void> {
  await page
    .getByRole('heading', {
      name: /^(Swap complete|Swap stopped|Swap failed|Swap refunded|Swap not signed)/,
    })
    .waitFor();
}

/** Connects a wallet of the browser by its name. */
export async function connectWallet(page: Page, name: string): Promise<void> {
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^(Connect$|\S+…|\d wallets)/ })
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name, exact: true }).click();
  await dialog.getByRole('button', { name: `Disconnect ${name}` }).waitFor();
  await page.keyboard.press('Escape');
}

/** Types who is paid, where no connected wallet is. */
export async function typeRecipient(page: Page, chain: string, address: string): Promise<void> {
  await page.getByLabel(`Recipient on ${chain}`).fill(address);
}

/**
 * Has the service's quotes expire after `ttl` seconds; answers the ids of those that came. A quote
 * that is to be paid needs time for the payment on a busy machine: 20 s.
 */
export async function shortenQuotes(page: Page, ttl: number): Promise<readonly string[]> {
  const came: string[] = [];
  await page.route('**/quote/v2', async (route) => {
    const body = route.request().postDataJSON() as object;
    const answer = await route.fetch({ postData: JSON.stringify({ ...body, ttl }) });
    came.push(((await answer.json()) as { readonly requestId: string }).requestId);
    await route.fulfill({ response: answer });
  });
  return came;
}
