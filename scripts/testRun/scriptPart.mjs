import { lastLines, runCommand, scriptLine } from './runCommand.mjs';

/** A script that only passes or fails: it counts as one test. */
export function scriptPart(name, { script = name, folder = '.', variables = {} } = {}) {
  return {
    names: [name],
    run: async (_, { isShown }) => {
      const startedAt = Date.now();
      const { code, text } = await runCommand(scriptLine(script, folder), {
        folder,
        isShown,
        variables,
      });
      const failures = code === 0 ? [] : [lastLines(text)];
      const passed = code === 0 ? 1 : 0;
      return [
        { name, passed, failed: failures.length, failures, text, ms: Date.now() - startedAt },
      ];
    },
  };
}
