/** A line of one part, with its time by the clock; one that was not run again has none. */
export function lineOf({ name, passed, failed, ms, isKept }) {
  const seconds = isKept ? 'kept' : (ms / 1_000).toFixed(0);
  return `${name.padEnd(14)} ${String(passed).padStart(5)} passed ${String(failed).padStart(4)} failed ${seconds.padStart(5)}${isKept ? '' : ' s'}`;
}

const slowestCount = 10;

/** The files that took longest in their worker. */
export function slowestFiles(files) {
  return [...files]
    .sort((one, other) => other.seconds - one.seconds)
    .slice(0, slowestCount)
    .map(({ file, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${file}`);
}

/** Numbers of files, tests and assertions: calls of `expect`; each other check is one test. */
export function countLine(outcomes) {
  const files = outcomes.flatMap((outcome) => outcome.files ?? []);
  const tests = outcomes.reduce((sum, { passed, failed }) => sum + passed + failed, 0);
  const assertions = files.reduce((sum, file) => sum + file.assertions, 0);
  return `${files.length} files, ${tests} tests and checks, ${assertions} assertions`;
}
