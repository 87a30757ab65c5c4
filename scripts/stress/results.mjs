import { appendFileSync, existsSync, readFileSync } from 'node:fs';

/** A run of a file, as results know it. */
const keyOf = ({ file, time }) => `${file} ${time}`;

/** Lines of a file of results; the last one may be cut, where the command was killed. */
function readLines(path) {
  return readFileSync(path, 'utf8')
    .split('\n')
    .flatMap((line) => {
      try {
        return [JSON.parse(line)];
      } catch {
        return [];
      }
    });
}

/** Results of runs, also in a file where one is named, a line each. */
export function openResults(path) {
  const read = path !== undefined && existsSync(path) ? readLines(path) : [];
  const results = new Map(read.map((result) => [keyOf(result), result]));
  return {
    has: (run) => results.has(keyOf(run)),
    add: (result) => {
      results.set(keyOf(result), result);
      if (path !== undefined) appendFileSync(path, `\n${JSON.stringify(result)}`);
    },
    all: () => [...results.values()],
  };
}
