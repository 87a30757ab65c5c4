import type { Page } from 'playwright-core';

/** Signs in with a key of the devnet, and waits for the overview. */
export async function signIn(page: Page, name: 'operator' | 'app'): Promise<void> {
  await page.getByRole('button', { name: `Open as ${name}` }).click();
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  await page.locator('canvas').first().waitFor();
}
