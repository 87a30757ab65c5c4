import { lastLines, runCommand } from './runCommand.mjs';

/** Small checks, each a part, in one process (`scripts/check.ts`). */
export const smallChecks = {
  names: [
    'layers',
    'doors',
    'words',
    'width',
    'docs',
    'states',
    'cases',
    'anchors',
    'descriptions',
    'abi',
    'serializer',
  ],
  run: async (names) => {
    const { code, text } = await runCommand(`tsx scripts/check.ts --json ${names.join(' ')}`);
    const found = text
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line));
    return names.map((name) => {
      const outcome = found.find((each) => each.name === name);
      // A check that throws ends them all, and says so at its place.
      if (outcome === undefined)
        return { name, passed: 0, failed: 1, failures: [lastLines(text)], text: '', ms: 0 };
      const { problems, summary, seconds } = outcome;
      const isSound = problems.length === 0 && (code === 0 || found.length === names.length);
      return {
        name,
        passed: isSound ? 1 : 0,
        failed: isSound ? 0 : 1,
        failures: isSound ? [] : [problems.join('\n')],
        text: `${summary}\n`,
        ms: seconds * 1_000,
      };
    });
  },
};
