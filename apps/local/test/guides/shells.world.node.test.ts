import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabases } from '@portage/database/testing';
import { eventually } from '@portage/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { examplesOf, type Example } from '../../../../scripts/examples/findExamples.js';
import { runInProcess } from '../../../cli/test/runInProcess.js';
import type { TestSystem } from '../testSystem.js';
import { useSystem } from '../world/useSystem.js';
import { depositForNoOrder, earnFees } from './money.js';
import { openReader } from './openReader.js';
import { shellBlocks, type RunBlock, type ShellPlace } from './shells.js';

/** The blocks of shells that guides show, run line by line on a devnet. */
const databases = createTestDatabases({ unaudited: 'a sponsor is credited and nothing is paid' });
let system: TestSystem;
let folder: string;
let databaseUrl: string;

beforeAll(async () => {
  [system, folder, databaseUrl] = await Promise.all([
    useSystem(),
    mkdtemp(join(tmpdir(), 'portage-shells-')),
    databases.createDatabase(),
  ]);
});
afterAll(async () => {
  await system.close();
  await databases.close();
  await rm(folder, { recursive: true, force: true });
});

const root = join(import.meta.dirname, '../../../..');
const pages = shellBlocks({ earnFees, depositForNoOrder });

function blocksOf(page: string): readonly Example[] {
  return examplesOf(join(root, page)).filter(({ language }) => language === 'sh');
}

/** Words of a line as a shell splits them; its comment is none. */
function wordsOf(line: string): readonly string[] {
  return line
    .split(/\s+#/)[0]!
    .trim()
    .split(/\s+/)
    .map((word) => word.replace(/^'(.*)'$/, '$1'));
}

/** Runs a line, and answers what it prints. Of `curl` a guide shows questions alone. */
async function runLine(line: string): Promise<string> {
  const [program, ...words] = wordsOf(line);
  if (program === 'curl') return await (await fetch(words[0]!)).text();
  expect(program).toBe('portage');
  const env = { PORTAGE_URL: system.url, DATABASE_URL: databaseUrl };
  // Earnings can be claimed once the chain of the payout calls it final.
  const { code, stdout, stderr } = await eventually(
    () => runInProcess(words, env),
    (run) => !`${run.stdout}${run.stderr}`.includes('INSUFFICIENT_FUNDS'),
    { what: `the money of ${line}`, everyMs: 500 },
  );
  expect([code, stderr], `${line}\n${stdout}`).toEqual([0, '']);
  return stdout;
}

async function runBlock({ text }: Example, block: RunBlock, place: ShellPlace): Promise<void> {
  await block.before?.(place.reader);
  const places = Object.entries(block.places?.(place) ?? {});
  const lines = text.trim().split('\n');
  expect(lines).toHaveLength(block.prints.length);
  for (const [index, line] of lines.entries()) {
    const here = places.reduce((moved, [from, to]) => moved.replaceAll(from, to), line);
    expect(await runLine(here), line).toMatch(block.prints[index]!);
  }
}

/** Pages with a block that is run, each with an account of its own. */
const running = Object.entries(pages)
  .filter(([, blocks]) => blocks.some((block) => 'prints' in block))
  .map(([page, blocks], account) => ({ page, blocks, account }));

test.each(running)(
  'each line of a shell in "$page" prints what it says',
  async ({ page, blocks, account }) => {
    const keyFile = join(folder, `${String(account)}.txt`);
    await writeFile(keyFile, system.privateKey(account));
    const reader = await openReader(system, account);
    for (const [index, block] of blocks.entries())
      if ('prints' in block) await runBlock(blocksOf(page)[index]!, block, { reader, keyFile });
  },
);

test('every block of a shell is run, or left with a reason', async () => {
  const guides = (await readdir(join(root, 'apps/docs/pages/guide'))).map(
    (file) => `apps/docs/pages/guide/${file}`,
  );
  const counts = [...guides, 'README.md', 'docs/apps.md']
    .map((page) => [page, blocksOf(page).length] as const)
    .filter(([, count]) => count > 0);
  const known = Object.entries(pages).map(([page, blocks]) => [page, blocks.length]);
  expect(Object.fromEntries(counts)).toEqual(Object.fromEntries(known));
});
