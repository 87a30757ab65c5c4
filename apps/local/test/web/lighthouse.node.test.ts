import { createServer } from 'node:net';
import { once } from 'node:events';
import lighthouse, { type RunnerResult } from 'lighthouse';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from './openBrowser.js';
import { startWeb, type Web } from './startWeb.js';

/** Chains of the EVM alone: what the pages show at first needs no others. */
const chains = [
  { id: 8453, slug: 'base', name: 'Base' },
  { id: 10, slug: 'optimism', name: 'OP Mainnet' },
] as const;
/** Least scores. Speed is measured while other tests take the same cores, so it has some room. */
const least = { performance: 90, accessibility: 95, 'best-practices': 95, seo: 95 } as const;
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const runs = 3;

let web: Web;
beforeAll(async () => {
  web = await startWeb({ chains });
});
afterAll(async () => {
  await web.close();
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('There is no port.');
  return address.port;
}

/** Scores of a page as it is built, from 0 to 100, as on a slow phone. */
async function measure(path: string, port: number): Promise<RunnerResult['lhr']> {
  const options = { port, logLevel: 'error' as const, onlyCategories: [...categories] };
  const result = await lighthouse(web.system.url + path, options);
  if (result === undefined) throw new Error('Lighthouse measured nothing.');
  const { runtimeError } = result.lhr;
  if (runtimeError !== undefined) throw new Error(runtimeError.message);
  return result.lhr;
}

/** Rules that a page breaks, of those that count for a score. */
const failedOf = ({ audits, categories: rated }: RunnerResult['lhr']): readonly string[] => {
  const counted = new Set(
    Object.values(rated).flatMap(({ auditRefs }) =>
      auditRefs.filter(({ weight }) => weight > 0).map(({ id }) => id),
    ),
  );
  return Object.values(audits)
    .filter(({ score, scoreDisplayMode }) => score === 0 && scoreDisplayMode === 'binary')
    .map(({ id }) => id)
    .filter((id) => counted.has(id));
};

/**
 * The best of three runs counts: whatever else the machine does makes a page slower, and nothing
 * makes it faster than it is.
 */
test.each([
  { name: 'swap page', path: '/' },
  { name: 'dashboard', path: '/dashboard' },
  { name: 'status page', path: '/status' },
])('the $name scores with Lighthouse what it should, as it is built', async ({ path }) => {
  const port = await freePort();
  const browser = await openBrowser([`--remote-debugging-port=${port}`]);
  try {
    const reports: RunnerResult['lhr'][] = [];
    for (let run = 0; run < runs; run += 1) reports.push(await measure(path, port));
    const scores = categories.map((name) => ({
      name,
      score: Math.max(
        ...reports.map((report) => Math.round((report.categories[name]?.score ?? 0) * 100)),
      ),
    }));
    const [first = [], ...others] = reports.map(failedOf);
    const failed = first.filter((id) => others.every((each) => each.includes(id)));
    expect([failed, scores.filter(({ name, score }) => score < least[name])]).toEqual([[], []]);
  } finally {
    await browser.close();
  }
});
