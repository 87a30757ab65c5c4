import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { wantedBugs } from './wantedBugs.js';

const { executorBugs, vmBugs } = wantedBugs;

const reportSchema = z.object({
  testResults: z.array(
    z.object({
      assertionResults: z.array(
        z.object({ ancestorTitles: z.array(z.string()), status: z.string(), title: z.string() }),
      ),
    }),
  ),
});

let failures: ReadonlyMap<string, readonly string[]>;

beforeAll(async () => {
  const vitest = join(
    dirname(createRequire(import.meta.url).resolve('vitest/package.json')),
    'vitest.mjs',
  );
  const child = spawn(
    process.execPath,
    [vitest, 'run', '--config', join(import.meta.dirname, 'planted.config.mjs')],
    { stdio: ['ignore', 'pipe', 'ignore'], cwd: import.meta.dirname },
  );
  let text = '';
  child.stdout.on('data', (chunk: Buffer) => void (text += chunk.toString()));
  await new Promise((resolve) => child.once('close', resolve));
  const { testResults } = reportSchema.parse(JSON.parse(text.slice(text.indexOf('{'))));
  const byName = new Map<string, string[]>();
  for (const { ancestorTitles, status, title } of testResults.flatMap(
    ({ assertionResults }) => assertionResults,
  )) {
    const name = ancestorTitles[0] ?? '';
    byName.set(name, [...(byName.get(name) ?? []), ...(status === 'failed' ? [title] : [])]);
  }
  failures = byName;
});

const names = [
  ...Object.keys(vmBugs).map((name) => ['vm', name] as const),
  ...Object.keys(executorBugs).map((name) => ['executor', name] as const),
];

describe('the conformance suites', () => {
  test.each(names)('%s: %s', (kind, name) => {
    const failed = failures.get(`${kind} ${name}`);
    expect(failed, 'the suite ran').toBeDefined();
    if (name === 'none') expect(failed).toEqual([]);
    else expect(failed, 'a bug is noticed').not.toEqual([]);
  });
});
