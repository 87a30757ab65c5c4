import { Money } from '@portage/core';
import type { DashboardOverview } from '@portage/core/schemas';
import type { StoredRequest } from '@portage/settlement';
import type { RouteContext } from '../context.js';

type OrderOutcome =
  Awaited<ReturnType<RouteContext['store']['reports']['outcomes']>> extends ReadonlyMap<
    string,
    infer Outcome
  >
    ? Outcome
    : never;

/** A request with what the sums need of it. */
export interface SummedRequest {
  readonly request: StoredRequest;
  /** Worth of the input in USD, a decimal text. */
  readonly usd: string;
  /** The most that a sponsor takes on, in micro-USD. */
  readonly sponsorCap: bigint | undefined;
  readonly outcome: OrderOutcome | undefined;
}

/** Window in Unix seconds. */
export interface SumWindow {
  readonly from: number;
  readonly to: number;
  readonly bucketSeconds: number;
}

type Outcomes = DashboardOverview['totals'];

/** Sums of requests: in all, by bucket, by pair of chains, by sponsor and by app. Pure. */
export function sumUp(
  all: readonly SummedRequest[],
  { from, to, bucketSeconds }: SumWindow,
): Omit<DashboardOverview, 'from' | 'to' | 'bucketSeconds' | 'isPartial'> {
  const count = Math.floor((to - from) / bucketSeconds) + 1;
  const byBucket = groupBy(all, ({ request }) =>
    Math.floor((request.createdAt / 1000 - from) / bucketSeconds),
  );
  const byRoute = groupBy(
    all,
    ({ request }) => `${String(request.originChainId)} ${String(request.destinationChainId)}`,
  );
  return {
    totals: outcomesOf(all),
    buckets: Array.from({ length: count }, (_, index) => ({
      at: from + index * bucketSeconds,
      ...outcomesOf(byBucket.get(index) ?? []),
    })),
    routes: [...byRoute.values()]
      .map((own) => ({
        originChainId: own[0]?.request.originChainId ?? 0,
        destinationChainId: own[0]?.request.destinationChainId ?? 0,
        requests: own.length,
        volumeUsd: volumeOf(own),
      }))
      .sort((one, other) => other.requests - one.requests)
      .slice(0, 20),
    ...partiesOf(all.filter(({ request }) => request.status === 'success')),
  };
}

function groupBy<Item, Key>(
  items: readonly Item[],
  keyOf: (item: Item) => Key,
): ReadonlyMap<Key, readonly Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group === undefined) groups.set(keyOf(item), [item]);
    else group.push(item);
  }
  return groups;
}

function outcomesOf(all: readonly SummedRequest[]): Outcomes {
  const countOf = (status: string): number =>
    all.filter(({ request }) => request.status === status).length;
  const seconds = all
    .flatMap(({ outcome }) => outcome?.fillSeconds ?? [])
    .sort((one, other) => one - other);
  return {
    requests: all.length,
    success: countOf('success'),
    refund: countOf('refund'),
    failure: countOf('failure'),
    volumeUsd: volumeOf(all),
    ...(seconds.length === 0
      ? {}
      : {
          fillSeconds: {
            count: seconds.length,
            p50: percentile(seconds, 0.5),
            p95: percentile(seconds, 0.95),
            p99: percentile(seconds, 0.99),
          },
        }),
  };
}

/** Smallest of the sorted values that so large a share of them does not exceed. */
function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;
}

function volumeOf(all: readonly SummedRequest[]): string {
  return Money.formatUsd(all.reduce((sum, { usd }) => sum + Money.parse(usd, 6), 0n));
}

/** Sponsors that pay for filled requests, and apps that earn by them, the largest first. */
function partiesOf(
  filled: readonly SummedRequest[],
): Pick<DashboardOverview, 'sponsors' | 'appFees'> {
  const sponsors = new Map<string, Sponsored>();
  const apps = new Map<string, { requests: number; micro: bigint }>();
  for (const { outcome, sponsorCap } of filled) {
    if (outcome?.sponsor !== undefined) {
      const { account, microUsd } = outcome.sponsor;
      sponsors.set(account, addSponsored(sponsors.get(account), BigInt(microUsd), sponsorCap));
    }
    for (const { account, microUsd = '0' } of outcome?.appFees ?? []) {
      const { requests, micro } = apps.get(account) ?? { requests: 0, micro: 0n };
      apps.set(account, { requests: requests + 1, micro: micro + BigInt(microUsd) });
    }
  }
  return {
    sponsors: Array.from(sponsors, ([account, { all, capped }]) => ({
      account,
      requests: all.requests,
      sponsoredUsd: Money.formatUsd(all.micro),
      ...(capped.requests === 0
        ? {}
        : {
            capped: {
              requests: capped.requests,
              reached: capped.reached,
              sponsoredUsd: Money.formatUsd(capped.micro),
              capUsd: Money.formatUsd(capped.cap),
            },
          }),
    })),
    appFees: Array.from(apps, ([wallet, { requests, micro }]) => ({
      wallet,
      requests,
      earnedUsd: Money.formatUsd(micro),
    })),
  };
}

/** Payments of a sponsor, and those of them for quotes with a cap. */
interface Sponsored {
  readonly all: { readonly requests: number; readonly micro: bigint };
  readonly capped: {
    readonly requests: number;
    readonly micro: bigint;
    readonly cap: bigint;
    readonly reached: number;
  };
}

const nothing: Sponsored = {
  all: { requests: 0, micro: 0n },
  capped: { requests: 0, micro: 0n, cap: 0n, reached: 0 },
};

/** Adds a request. What has no cap is not held against the caps of others. */
function addSponsored(
  { all, capped }: Sponsored = nothing,
  micro: bigint,
  cap: bigint | undefined,
): Sponsored {
  return {
    all: { requests: all.requests + 1, micro: all.micro + micro },
    capped:
      cap === undefined
        ? capped
        : {
            requests: capped.requests + 1,
            micro: capped.micro + micro,
            cap: capped.cap + cap,
            reached: capped.reached + (micro >= cap ? 1 : 0),
          },
  };
}
