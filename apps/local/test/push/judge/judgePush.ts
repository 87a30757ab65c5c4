import { groupBy } from './groupBy.js';
import { judgeDeliveries, type JudgedSubscription } from './judgeDeliveries.js';
import type { PushReport } from '../runPush.js';
import { countKills, type Kills } from '../killWorkers.js';
import { measureLatencies, type Latencies } from '../latencies.js';
import { verifyArrivals, type VerifierReport } from './verifyArrivals.js';

/** Milliseconds within which 95 of 100 events arrive, where no worker is killed. */
export const p95MsMax = 20;

/** Counts of the receivers of one kind. */
export type KindCounts = Omit<JudgedSubscription, 'kind' | 'faults'>;

/** Figures of a trial, and what is wrong. */
export interface JudgedPush {
  readonly requests: number;
  readonly seconds: number;
  readonly movedSeconds: number;
  readonly kills: Kills;
  readonly receivers: Readonly<Record<string, KindCounts>>;
  readonly verifier: Omit<VerifierReport, 'faults'>;
  /** Undefined where workers were killed. */
  readonly latencyMs: (Latencies & { readonly p95Max: number }) | undefined;
  /** Sentences. */
  readonly faults: readonly string[];
  readonly isSound: boolean;
}

function sum(own: readonly JudgedSubscription[]): KindCounts {
  const of = (count: (each: JudgedSubscription) => number): number =>
    own.reduce((total, each) => total + count(each), 0);
  return {
    events: of(({ events }) => events),
    attempts: of(({ attempts }) => attempts),
    duplicates: of(({ duplicates }) => duplicates),
  };
}

function latencyFaults({ p95 }: Latencies): readonly string[] {
  return p95 <= p95MsMax
    ? []
    : [`95 of 100 events arrive within ${String(p95)} ms, not ${String(p95MsMax)}`];
}

/** Holds what arrived in a trial against what had to. */
export function judgePush(report: PushReport): JudgedPush {
  const { requests, seconds, movedSeconds, kills, subscriptions, arrivals } = report;
  const byWebhook = groupBy(arrivals, ({ webhook }) => webhook);
  const judged = subscriptions.map((each) => judgeDeliveries(each, byWebhook.get(each.name) ?? []));
  const secrets = new Map(subscriptions.map(({ name, secret }) => [name, secret]));
  const { faults: forged, ...verifier } = verifyArrivals(
    arrivals,
    (webhook) => secrets.get(webhook) ?? 'whsec_',
  );
  const latencies = countKills(kills) === 0 ? measureLatencies(subscriptions, arrivals) : undefined;
  const told = new Set(subscriptions.flatMap((each) => each.requests.map((one) => one.requestId)));
  const faults = [
    ...report.troubles,
    ...(told.size === requests ? [] : [`${String(told.size)} of ${String(requests)} requests`]),
    ...judged.flatMap((each) => each.faults),
    ...forged,
    ...(report.followed === 0 ? [] : [`${String(report.followed)} redirects were followed`]),
    ...(latencies === undefined ? [] : latencyFaults(latencies)),
  ];
  return {
    requests,
    seconds: Math.round(seconds),
    movedSeconds,
    kills,
    receivers: Object.fromEntries(
      [...groupBy(judged, ({ kind }) => kind)].map(([kind, own]) => [kind, sum(own)]),
    ),
    verifier,
    latencyMs: latencies === undefined ? undefined : { ...latencies, p95Max: p95MsMax },
    faults,
    isSound: faults.length === 0,
  };
}
