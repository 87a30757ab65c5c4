import { isUnpaid } from '../soak/checkOrders.js';
import type { CheckedOrder } from '../soak/runSoak.js';
import { occasions, workerFailpoints } from './killAtPoints.js';
import type { ChaosReport } from './runChaos.js';

/** Figures of a run, under the names that a release publishes. */
export interface ChaosFigures {
  readonly orders_total: number;
  readonly by_terminal: Readonly<Record<string, number>>;
  readonly refused_quotes: number;
  readonly faults_injected: Readonly<Record<string, number>>;
  /** Deaths of workers by the point, and those at any moment. */
  readonly kills: Readonly<Record<string, number>>;
  readonly kills_by_occasion: Readonly<Record<string, number>>;
  readonly failpoints_hit: string;
  readonly failpoints_missed: readonly string[];
  readonly reorgs: Readonly<Record<string, number>>;
  readonly rpc_lies: { readonly offered: number; readonly accepted: number };
  readonly lost_orders: number;
  readonly double_fills: number;
  readonly double_refunds: number;
  readonly fill_and_refund: number;
  readonly stuck_orders: number;
  /** Chains that were halted, as sentences. */
  readonly halts: readonly string[];
  /** Claims of app fees by how they ended. */
  readonly claims: ChaosReport['claims'];
  readonly faulty_orders: number;
  /** Faults of these orders, as sentences. */
  readonly order_faults: readonly string[];
  readonly secrets_found: number;
  /** Report of the independent checker. */
  readonly checker: Omit<ChaosReport['checker'], 'unpaid'>;
  readonly recovery_ms: Percentiles;
  readonly time_to_terminal_s: Percentiles;
  /** Promises of the books that do not hold. */
  readonly broken: readonly string[];
  /** Bound on the rate of losses that none in so many orders leaves, at 95%. */
  readonly bound: string;
  readonly seconds: number;
}

/** Values below which half, and 95 of a hundred, lie; and the largest one. */
export interface Percentiles {
  readonly p50: number;
  readonly p95: number;
  readonly max: number;
}

/** Percentiles by the nearest rank; zeros without a value. */
export function percentilesOf(values: readonly number[]): Percentiles {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share: number): number => sorted[Math.ceil(share * sorted.length) - 1] ?? 0;
  return { p50: at(0.5), p95: at(0.95), max: at(1) };
}

const ends: readonly string[] = ['success', 'refund', 'failure'];

const isEnded = ({ status }: CheckedOrder): boolean =>
  status !== undefined && ends.includes(status);

/** Sums a report up. */
export function chaosFigures(report: ChaosReport): ChaosFigures {
  const { orders, checks, deaths, pointKills, checker } = report;
  const count = (holds: (order: CheckedOrder) => boolean): number => orders.filter(holds).length;
  const died = (occasion: (typeof occasions)[number]): number =>
    [...pointKills.values()].reduce((sum, kills) => sum + (kills.get(occasion) ?? 0), 0);
  const missed = workerFailpoints.filter((point) => !deaths.has(point));
  return {
    orders_total: orders.length,
    by_terminal: {
      ...Object.fromEntries(ends.map((end) => [end, count(({ status }) => status === end)])),
      unpaid: count(isUnpaid),
    },
    refused_quotes: report.refused.length,
    faults_injected: Object.fromEntries(report.faults),
    kills: { 'at any moment': report.randomKills, ...Object.fromEntries(deaths) },
    kills_by_occasion: Object.fromEntries(occasions.map((occasion) => [occasion, died(occasion)])),
    failpoints_hit: `${String(workerFailpoints.length - missed.length)}/${String(workerFailpoints.length)}`,
    failpoints_missed: missed,
    reorgs: Object.fromEntries(
      [...report.reorgs.byDepth].map(([depth, reorgs]) => [`depth ${String(depth)}`, reorgs]),
    ),
    rpc_lies: { offered: sum(report.lies.values()), accepted: count(isShort) },
    lost_orders: count((order) => isShort(order) || isUnreturned(order)),
    double_fills: count(({ fills = 1 }) => fills > 1),
    double_refunds: count(({ refunds = 0, payments }) => refunds > payments),
    fill_and_refund: count(
      ({ fills = 0, refunds = 0, payments }) => fills > 0 && refunds >= payments,
    ),
    stuck_orders: count((order) => !isEnded(order) && !isUnpaid(order)),
    halts: report.halts,
    claims: report.claims,
    faulty_orders: count(({ faults }) => faults.length > 0),
    order_faults: orders.flatMap(({ kind, quote, faults }) =>
      faults.map((fault) => `${kind.name} ${quote.requestId}: ${fault}`),
    ),
    secrets_found: report.secretsFound,
    checker: { orders: checker.orders, flows: checker.flows, faults: checker.faults },
    recovery_ms: percentilesOf(report.readyMs),
    time_to_terminal_s: percentilesOf(orders.map(({ seconds }) => Math.round(seconds * 10) / 10)),
    broken: checks.flatMap(({ name, faults }) => faults.map((fault) => `${name}: ${fault}`)),
    bound: `0 in ${String(orders.length)}: below ${(300 / Math.max(1, orders.length) || 0).toFixed(2)} % at 95 %`,
    seconds: Math.round(report.seconds),
  };
}

function sum(values: Iterable<number>): number {
  return [...values].reduce((total, value) => total + value, 0);
}

/** Whether an order counts as paid, and its recipient has less than the least. */
function isShort({ status, kind, received, quote }: CheckedOrder): boolean {
  const least = BigInt(quote.details.currencyOut.minimumAmount);
  return status === 'success' && kind.isSpent !== true && received < least;
}

/** Whether an order counts as refunded, and nothing came back. */
function isUnreturned({ status, refunded }: CheckedOrder): boolean {
  return status === 'refund' && refunded === 0n;
}

/** Whether every order ended once, and every promise holds. */
export function isSound(figures: ChaosFigures): boolean {
  const { faulty_orders, secrets_found, broken, halts, orders_total, checker, claims } = figures;
  const sentences = [broken, halts, checker.faults, claims.faults];
  const found = sentences.reduce((sum, { length }) => sum + length, faulty_orders + secrets_found);
  return orders_total > 0 && checker.orders >= orders_total && found === 0;
}

/** Figures as a table for people. */
export function printChaos(figures: ChaosFigures, report: ChaosReport): string {
  const { order_faults, ...rest } = figures;
  const lines = Object.entries(rest).map(([name, value]) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    return `${name.replaceAll('_', ' ').padEnd(22)}${text}`;
  });
  const faults = order_faults.map((fault) => `fault: ${fault}`);
  const refused = report.refused.map((text) => `not made: ${text}`);
  return [...lines, ...faults, ...refused, ''].join('\n');
}
