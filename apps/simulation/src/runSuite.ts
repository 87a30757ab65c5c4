import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { SuiteBug } from './plantedBugs/suiteBugs.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));

const reportSchema = z.object({
  numTotalTests: z.number(),
  testResults: z.array(
    z.object({ assertionResults: z.array(z.object({ status: z.string(), title: z.string() })) }),
  ),
});

/** Runs a suite over modules with these mutations, and reads its report. */
async function report(bug: SuiteBug, isPlanted: boolean): Promise<z.infer<typeof reportSchema>> {
  const vitest = join(
    dirname(createRequire(import.meta.url).resolve('vitest/package.json')),
    'vitest.mjs',
  );
  const config = join(root, 'apps/simulation/planted.config.mjs');
  const names = bug.tests === undefined ? [] : ['--testNamePattern', bug.tests];
  const child = spawn(process.execPath, [vitest, 'run', '--config', config, ...names], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      PORTAGE_PLANTED: JSON.stringify({ ...bug, mutations: isPlanted ? bug.mutations : [] }),
    },
  });
  let text = '';
  child.stdout.on('data', (chunk: Buffer) => void (text += chunk.toString()));
  await new Promise((resolve) => child.once('close', resolve));
  return reportSchema.parse(JSON.parse(text.slice(text.indexOf('{"num'))));
}

/**
 * Runs a suite without a mistake, in which nothing may fail, and with it.
 *
 * @returns the tests that fail with the mistake alone; none where the suite does not pass without
 */
export async function runSuite(bug: SuiteBug): Promise<readonly string[]> {
  const failedIn = ({ testResults }: z.infer<typeof reportSchema>): readonly string[] =>
    testResults
      .flatMap(({ assertionResults }) => assertionResults)
      .filter(({ status }) => status === 'failed')
      .map(({ title }) => title);
  const clean = await report(bug, false);
  if (clean.numTotalTests === 0 || failedIn(clean).length > 0) return [];
  return failedIn(await report(bug, true));
}
