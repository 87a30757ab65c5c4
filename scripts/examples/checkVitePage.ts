import { openBrowser } from '../../apps/local/test/web/openBrowser.js';
import { addEvmExtension } from '../../apps/local/test/web/fakeWallets.js';
import type { System } from '../../apps/local/src/startSystem.js';
import { runCommand } from './runProgram.js';
import { servePage } from './servePage.js';

const waitMs = 60_000;

/**
 * Builds the Vite page and swaps on what was built, in a real browser with a wallet of a devnet's
 * account. Resolves with a fault, if there is one.
 */
export async function checkVitePage(project: string, system: System): Promise<string | undefined> {
  const env = { VITE_PORTAGE_URL: system.url };
  const built = await runCommand('npm', ['run', '--silent', 'build'], { cwd: project, env });
  if (built.code !== 0) return 'cannot be built';
  const account = system.devnet.description.accounts[1];
  if (account === undefined) return 'has no account of the devnet';
  const served = await servePage({ cwd: project }, (port) => [
    '--host',
    '127.0.0.1',
    '--port',
    String(port),
    '--strictPort',
  ]);
  const browser = await openBrowser();
  try {
    const context = await browser.newContext();
    const { privateKey } = account;
    // What compiles this script names functions by a helper that the page lacks.
    await context.addInitScript({ content: 'globalThis.__name = (named) => named;' });
    await addEvmExtension(context, system, { privateKey, chainId: 8453, isLegacy: true });
    const page = await context.newPage();
    const faults: string[] = [];
    page.on('pageerror', ({ message }) => faults.push(message));
    page.setDefaultTimeout(waitMs);
    await page.goto(served.url);
    await page.getByRole('button', { name: 'Connect a wallet' }).click();
    const swap = page.getByRole('button', { name: 'Swap', exact: true });
    await swap.click();
    await page.locator('[data-state=success], [role=alert]').first().waitFor();
    const alerts = await page.getByRole('alert').allInnerTexts();
    if (alerts.length > 0) return `says: ${alerts.join(' ')}`;
    const transactions = await page.locator('[role=status] code').allTextContents();
    const shown = await page.locator('[role=status]').innerText();
    process.stdout.write(`  ${shown.replaceAll('\n', '\n  ')}\n`);
    if (transactions.length < 2) return 'shows no transactions of both sides';
    return faults.length === 0 ? undefined : `threw: ${faults.join(', ')}`;
  } finally {
    await browser.close();
    await served.close();
  }
}
