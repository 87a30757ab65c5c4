import type { CheckedOrder, SoakReport } from './runSoak.js';

/** Whether all orders were made, each ended once, and every check holds. */
export function isSound({ orders, checks }: SoakReport, wanted: number): boolean {
  return (
    orders.length === wanted &&
    orders.every(({ faults }) => faults.length === 0) &&
    checks.every(({ faults }) => faults.length === 0)
  );
}

/** Orders of one kind by their ends. */
interface KindRow {
  readonly kind: string;
  readonly orders: number;
  readonly success: number;
  readonly refund: number;
  /** Orders that did not end as their kind is made for, though soundly. */
  readonly otherEnd: number;
  readonly faulty: number;
  /** Median of the seconds from quote to end. */
  readonly seconds: number;
}

function rowsOf(orders: readonly CheckedOrder[]): readonly KindRow[] {
  const names = [...new Set(orders.map(({ kind }) => kind.name))];
  return names.map((name) => {
    const own = orders.filter(({ kind }) => kind.name === name);
    const count = (holds: (order: CheckedOrder) => boolean): number => own.filter(holds).length;
    const seconds = own.map((order) => order.seconds).sort((a, b) => a - b);
    return {
      kind: name,
      orders: own.length,
      success: count(({ status }) => status === 'success'),
      refund: count(({ status }) => status === 'refund'),
      otherEnd: count(({ status, kind }) => status !== kind.end),
      faulty: count(({ faults }) => faults.length > 0),
      seconds: Math.round((seconds[Math.floor(seconds.length / 2)] ?? 0) * 10) / 10,
    };
  });
}

/** Lines of the log at level 50 and above, by their message. */
function errorsOf(log: readonly string[]): ReadonlyMap<string, number> {
  const errors = new Map<string, number>();
  for (const line of log) {
    const [, level = '0'] = /"level":(\d+)/.exec(line) ?? [];
    if (Number(level) < 50) continue;
    const [, message = line.slice(0, 120)] = /"msg":"((?:[^"\\]|\\.)*)"/.exec(line) ?? [];
    errors.set(message, (errors.get(message) ?? 0) + 1);
  }
  return errors;
}

/** Report as one value of JSON. */
export function soakJson(report: SoakReport): object {
  return {
    orders: report.orders.length,
    refused: report.refused,
    kinds: rowsOf(report.orders),
    faults: faultsOf(report.orders),
    checks: report.checks,
    reorgs: report.reorgs.reorgs,
    lostTransactions: report.reorgs.lostTransactions,
    kills: report.kills,
    lies: Object.fromEntries(report.lies),
    errors: Object.fromEntries(errorsOf(report.log)),
    seconds: Math.round(report.seconds),
  };
}

function faultsOf(orders: readonly CheckedOrder[]): readonly string[] {
  return orders.flatMap(({ kind, quote, faults }) =>
    faults.map((fault) => `${kind.name} ${quote.requestId}: ${fault}`),
  );
}

/** Report as a table for people. */
export function printSoak(report: SoakReport): string {
  const cells = (values: readonly (string | number)[]): string => {
    const [kind = '', ...rest] = values;
    return `${String(kind).padEnd(22)}${rest.map((value) => String(value).padStart(10)).join('')}`;
  };
  const rows = rowsOf(report.orders);
  const lies = [...report.lies].map(([name, count]) => `${name} ${String(count)}`).join(', ');
  const errors = [...errorsOf(report.log)].map(([text, count]) => `${String(count)} × ${text}`);
  return [
    cells(['kind', 'orders', 'success', 'refund', 'other end', 'faulty', 'seconds']),
    ...rows.map((row) => cells(Object.values(row) as readonly (string | number)[])),
    '',
    `${String(report.orders.length)} orders in ${report.seconds.toFixed(0)} s`,
    `${String(report.reorgs.reorgs)} reorgs took ${String(report.reorgs.lostTransactions)} transactions off their chains; ${String(report.kills)} kills`,
    `lies: ${lies === '' ? 'none' : lies}`,
    ...errors.map((text) => `log: ${text}`),
    ...report.refused.map((text) => `not made: ${text}`),
    ...faultsOf(report.orders).map((text) => `fault: ${text}`),
    ...report.checks.flatMap(({ name, faults }) => [
      `${faults.length === 0 ? 'ok    ' : 'BROKEN'} ${name}`,
      ...faults.slice(0, 20).map((text) => `       ${text}`),
    ]),
    '',
  ].join('\n');
}
