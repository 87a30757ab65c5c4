/** Table of runs by file, those that failed most often first. */
export function tableOf(runs) {
  const rows = [...groupByFile(runs)].map(([file, own]) => {
    const failed = own.filter(({ ok }) => !ok);
    const seconds = own.reduce((sum, one) => sum + one.seconds, 0) / own.length;
    return { file, runs: own.length, failed, seconds };
  });
  rows.sort(
    (one, other) => other.failed.length - one.failed.length || (one.file < other.file ? -1 : 1),
  );
  const lines = rows.map(({ file, runs: count, failed, seconds }) =>
    [
      `${String(count).padStart(4)} ${String(failed.length).padStart(6)} ${seconds.toFixed(0).padStart(6)}  ${file}`,
      ...failed
        .slice(0, 1)
        .map(({ message }) => message.replaceAll(/^/gm, '                     ')),
    ].join('\n'),
  );
  return ['runs failed  s each  file', ...lines].join('\n');
}

function groupByFile(runs) {
  const groups = new Map();
  for (const one of runs) groups.set(one.file, [...(groups.get(one.file) ?? []), one]);
  return groups;
}
