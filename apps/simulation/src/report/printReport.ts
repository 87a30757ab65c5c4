import type { Report } from './sumEpisodes.js';

const listed = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .map(([name, count]) => `${name} ${String(count)}`)
    .join(', ');

/** A table of a simulation. */
export function printReport(report: Report): string {
  const rows: readonly (readonly [string, string])[] = [
    ['seed', report.seed],
    ['orders', `${String(report.orders)} in ${String(report.episodes)} episodes`],
    ['by end', listed(report.ends)],
    ['faults', `${String(report.faultsTotal)}: ${listed(report.faults)}`],
    ['kills', `${String(report.killsTotal)}: ${listed(report.kills)}`],
    ['reorgs by depth', listed(report.reorgs)],
    ['lost units', report.lostUnits],
    ['double fills', String(report.doubleFills)],
    ['filled and refunded', String(report.fillAndRefund)],
    ['double refunds', String(report.doubleRefunds)],
    ['premature fills', String(report.prematureFills)],
    ['stuck', String(report.stuck)],
    ['broken rules', String(report.breaches.length)],
    ['simulated', `${String(report.simulatedSeconds)} s, ${String(report.statements)} statements`],
    ['took', `${String(report.seconds)} s`],
    ['failed seeds', report.failedSeeds.length === 0 ? 'none' : report.failedSeeds.join(' ')],
  ];
  const broken = report.breaches
    .slice(0, 20)
    .map(({ seed, rule, subject }) => `  ${seed}: ${rule}: ${subject}`);
  return [...rows.map(([name, value]) => `${name.padEnd(20)} ${value}`), ...broken, ''].join('\n');
}
