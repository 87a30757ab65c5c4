import type { JudgedPush } from './judge/judgePush.js';

/** Most faults that are printed. */
const faultsMax = 20;

function row(cells: readonly (string | number)[]): string {
  const [first = '', ...others] = cells.map(String);
  return `  ${first.padEnd(12)}${others.map((cell) => cell.padStart(12)).join('')}`;
}

/** A trial as a table for people. */
export function printPush(judged: JudgedPush): string {
  const { requests, seconds, movedSeconds, kills, receivers, verifier, latencyMs } = judged;
  const { faults, isSound } = judged;
  const refused = Object.entries(verifier.refused).map(
    ([name, count]) => `${String(count)} ${name}`,
  );
  return [
    `${String(requests)} requests in ${String(seconds)} s; the clock was moved ${String(movedSeconds)} s ahead`,
    `workers killed: ${String(kills.random)} at any moment, ${String(kills.beforeSending)} before a sending, ${String(kills.afterSending)} behind one`,
    '',
    row(['receiver', 'events', 'attempts', 'duplicates']),
    ...Object.entries(receivers).map(([kind, { events, attempts, duplicates }]) =>
      row([kind, events, attempts, duplicates]),
    ),
    '',
    `verifier: ${String(verifier.accepted)} taken; refused when altered: ${refused.join(', ')}`,
    ...(latencyMs === undefined
      ? []
      : [
          `written to arrived: p50 ${String(latencyMs.p50)}, p95 ${String(latencyMs.p95)} of ${String(latencyMs.p95Max)}, p99 ${String(latencyMs.p99)} ms`,
        ]),
    ...faults.slice(0, faultsMax),
    ...(faults.length > faultsMax ? [`… and ${String(faults.length - faultsMax)} more`] : []),
    isSound ? 'ok' : 'FAILED',
    '',
  ].join('\n');
}
