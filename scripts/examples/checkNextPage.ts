import { openBrowser } from '../../apps/local/test/web/openBrowser.js';
import type { System } from '../../apps/local/src/startSystem.js';
import { runCommand } from './runProgram.js';
import { servePage } from './servePage.js';

const waitMs = 60_000;

/**
 * Builds the Next.js page, reads what its server renders, and waits for a price in a real browser.
 * Resolves with a fault, if there is one.
 */
export async function checkNextPage(project: string, system: System): Promise<string | undefined> {
  const env = { PORTAGE_URL: system.url, NEXT_TELEMETRY_DISABLED: '1' };
  const built = await runCommand('npm', ['run', '--silent', 'build'], { cwd: project, env });
  if (built.code !== 0) return 'cannot be built';
  const served = await servePage({ cwd: project, env }, (port) => [
    '--hostname',
    '127.0.0.1',
    '--port',
    String(port),
  ]);
  const browser = await openBrowser();
  try {
    const html = await (await fetch(served.url)).text();
    const missing = Object.values(system.devnet.description.chains)
      .map(({ name }) => name)
      .filter((name) => !html.includes(name));
    if (missing.length > 0) return `renders no ${missing.join(', no ')} on its server`;
    const page = await browser.newPage();
    const faults: string[] = [];
    page.on('pageerror', ({ message }) => faults.push(message));
    page.on('console', (message) => {
      if (message.type() === 'error') faults.push(message.text());
    });
    page.setDefaultTimeout(waitMs);
    await page.goto(served.url);
    const price = page.getByText(/^0\.00\d+ ETH$/);
    await price.waitFor();
    process.stdout.write(`  chains by the server; price ${await price.innerText()}\n`);
    return faults.length === 0 ? undefined : `threw: ${faults.join(', ')}`;
  } finally {
    await browser.close();
    await served.close();
  }
}
