import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lastLines, runCommand } from './runCommand.mjs';

/** Runs projects of vitest in one process, and counts files, tests and assertions. */
export function vitestPart(name, { projects = [name], reports, variables = {} }) {
  return {
    names: [name],
    run: async (_, { isShown }) => {
      const startedAt = Date.now();
      const report = join(reports, `${name}.json`);
      const { code, text } = await runCommand(
        [
          'vitest run --root . --config scripts/testRun/vitest.config.ts',
          ...projects.map((project) => `--project "${project}"`),
          '--reporter=default --reporter=./scripts/testRun/reporter.mjs',
        ].join(' '),
        { isShown, variables: { ...variables, PORTAGE_TEST_REPORT: report } },
      );
      const { files, errors } = existsSync(report)
        ? JSON.parse(readFileSync(report, 'utf8'))
        : { files: [], errors: [] };
      const failures = [...files.flatMap((file) => file.failures), ...errors];
      if (code !== 0 && failures.length === 0) failures.push(lastLines(text));
      return [
        {
          name,
          failed: failures.length,
          failures,
          text,
          files,
          passed: files.reduce((sum, file) => sum + file.passed, 0),
          ms: Date.now() - startedAt,
        },
      ];
    },
  };
}
