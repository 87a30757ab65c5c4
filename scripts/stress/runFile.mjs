import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lastLines, runCommand } from '../testRun/runCommand.mjs';

/** Runs one file of tests in a process of its own; how it ended, and the first thing it says. */
export async function runFile(file) {
  const directory = mkdtempSync(join(tmpdir(), 'portage-stress-'));
  const report = join(directory, 'report.json');
  const startedAt = Date.now();
  try {
    const { code, text } = await runCommand(
      [
        'vitest run --root . --config scripts/testRun/vitest.config.ts --project "node*"',
        `--reporter=default --reporter=./scripts/testRun/reporter.mjs "${file}"`,
      ].join(' '),
      { variables: { PORTAGE_TEST_BUILT: '1', PORTAGE_TEST_REPORT: report } },
    );
    const seconds = (Date.now() - startedAt) / 1_000;
    const { files, errors } = existsSync(report)
      ? JSON.parse(readFileSync(report, 'utf8'))
      : { files: [], errors: [lastLines(text)] };
    const [message = lastLines(text)] = [...files.flatMap(({ failures }) => failures), ...errors];
    return code === 0 ? { ok: true, seconds } : { ok: false, seconds, message };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
