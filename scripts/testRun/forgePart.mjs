import { lastLines, runCommand, scriptLine } from './runCommand.mjs';

const folder = 'packages/contracts';

/** Runs the contracts' own tests and counts them by their closing line. */
export const forgePart = {
  names: ['forge'],
  run: async (_, { isShown }) => {
    const startedAt = Date.now();
    const { code, text } = await runCommand(scriptLine('test:forge', folder), { folder, isShown });
    const closing = /(\d+) tests passed, (\d+) failed/.exec(text);
    const ms = Date.now() - startedAt;
    if (closing === null)
      return [{ name: 'forge', passed: 0, failed: 1, failures: [lastLines(text)], text, ms }];
    const failures = text.split('\n').filter((line) => line.startsWith('[FAIL'));
    const failed = Number(closing[2]);
    return [
      {
        name: 'forge',
        passed: Number(closing[1]),
        failures,
        text,
        ms,
        failed: failed === 0 && code !== 0 ? 1 : failed,
      },
    ];
  },
};
