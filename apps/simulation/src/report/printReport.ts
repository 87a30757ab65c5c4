import type { Report } from './sumEpisodes.js';

const listed = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .map(([name, count]) => `${name} ${String(count)}`)
    .join(', ');

/** A table of a simulation. */
export function printReport(report: Report): string {
  const rows: readonly (readonly [string, string])[] = [
    ['seed', report.seed],
    ['commit', report.commit],
    ['orders', `${String(report.orders)} in ${String(report.episodes)} episodes`],
    ['by end', listed(report.ends)],
    ['claims of app fees', listed(report.claims)],
    ['by status', listed(report.statuses)],
    ['faults', `${String(report.faultsTotal)}: ${listed(report.faults)}`],
    ['kills', `${String(report.killsTotal)}: ${listed(report.kills)}`],
    ['reorgs by depth', listed(report.reorgs)],
    [
      'failpoints hit',
      `${String(report.failpoints.hit)} of ${String(report.failpoints.of)}; missed: ${report.failpoints.missed.join(', ')}`,
    ],
    [
      'lies of endpoints',
      `${String(report.rpcLies.offered)} offered, ${String(report.rpcLies.accepted)} accepted`,
    ],
    ['lost units', `${report.lostUnits} ${JSON.stringify(report.lostByAsset)}`],
    ['double fills', String(report.doubleFills)],
    ['filled and refunded', String(report.fillAndRefund)],
    ['double refunds', String(report.doubleRefunds)],
    ['premature fills', String(report.prematureFills)],
    ['late fills', String(report.lateFills)],
    ['unattributed', `${String(report.unattributedDeposits)} deposits`],
    ['ledger imbalance', report.maxLedgerImbalance],
    ['chains and books', `${report.chainVsLedgerDelta} units apart`],
    ['sponsor overcharge', report.sponsorOvercharge],
    [
      'seconds to the end',
      `p50 ${String(report.endSeconds.p50)}, p95 ${String(report.endSeconds.p95)}, p99 ${String(report.endSeconds.p99)}, most ${String(report.endSeconds.max)}`,
    ],
    ['stuck', String(report.stuck)],
    ['rate of failures', `below ${report.rateBound} at 95 %, where none was seen`],
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
