/**
 * Counts of the last line of an output. A run that fails without saying what has failed is one
 * failure, and so is one that says nothing.
 */
export function readTotal(text, code) {
  const line = text.trimEnd().split('\n').at(-1) ?? '';
  const counts = /^(\d+) passed, (\d+) failed$/.exec(line);
  if (counts === null) return { passed: 0, failed: 1 };
  const failed = Number(counts[2]);
  return { passed: Number(counts[1]), failed: failed === 0 && code !== 0 ? 1 : failed };
}

/** Sum of the counts of several runs. */
export function sumTotals(totals) {
  return totals.reduce(
    (sum, { passed, failed }) => ({ passed: sum.passed + passed, failed: sum.failed + failed }),
    { passed: 0, failed: 0 },
  );
}
