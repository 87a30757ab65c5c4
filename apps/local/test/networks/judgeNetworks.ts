import type { NetworkCase } from './networkCase.js';
import type { CaseReport } from './runCase.js';

/** Blocks of the destination within which a fill has to be there, unless its case says more. */
const blocksUsual = 2;

/** Case with its result and what is wrong with it. */
export interface JudgedCase extends CaseReport, Pick<NetworkCase, 'name' | 'rule' | 'source'> {
  /** Sentences about what does not hold; none where all is well. */
  readonly faults: readonly string[];
}

/** Compares the end of a case with what it has to be. */
export function judgeCase(found: NetworkCase, report: CaseReport): JudgedCase {
  const { name, rule, source, ends, logged } = found;
  const { blocksMax = blocksUsual, refusalsMax = Number.POSITIVE_INFINITY } = found;
  return {
    name,
    rule,
    source,
    ...report,
    faults: [
      ...(ends === 'fill' ? judgeFill(report, blocksMax) : judgeRefusal(report)),
      ...(report.isPhantom ? ['It was called submitted before a node had it.'] : []),
      ...(report.refusals > refusalsMax
        ? [`It was refused ${String(report.refusals)} times, and went on.`]
        : []),
      ...(logged === undefined || report.logged.some((line) => line.includes(logged))
        ? []
        : [`The log does not say: ${logged}.`]),
    ],
  };
}

function judgeFill({ ended, blocks }: CaseReport, blocksMax: number): readonly string[] {
  if (ended !== 'success') return [`It ended as ${ended} in place of a fill.`];
  if (blocks === null) return ['The block of the fill is not known.'];
  return blocks > blocksMax ? [`The fill took ${String(blocks)} blocks.`] : [];
}

/** A refusal is a code in capitals, or money that went back. */
function judgeRefusal({ ended }: CaseReport): readonly string[] {
  return ended === 'refund' || /^[A-Z][A-Z0-9_]+$/.test(ended)
    ? []
    : [`It ended as ${ended} in place of a named refusal.`];
}

/** Table of cases for people. */
export function printNetworks(cases: readonly JudgedCase[]): string {
  const rows = cases.flatMap(
    ({ name, rule, source, ended, reason, blocks, refusals, logged, faults }) => [
      [
        name.padEnd(24),
        ended.slice(0, 24).padEnd(24),
        (blocks === null ? '–' : String(blocks)).padStart(6),
        String(refusals).padStart(8),
        `  ${faults.length === 0 ? 'ok' : 'FAILED'}`,
      ].join(' '),
      `    ${rule}; ${source}`,
      ...(reason === undefined ? [] : [`    words: ${reason.slice(0, 160)}`]),
      ...logged.slice(0, 3).map((line) => `    log: ${line.slice(0, 160)}`),
      ...faults.map((fault) => `    FAILED: ${fault}`),
    ],
  );
  const head = `${'case'.padEnd(24)} ${'end'.padEnd(24)} ${'blocks'.padStart(6)} refusals`;
  const failed = cases.filter(({ faults }) => faults.length > 0).length;
  const end = failed === 0 ? 'ok' : `FAILED: ${String(failed)} of ${String(cases.length)} cases`;
  return [head, ...rows, end, ''].join('\n');
}
