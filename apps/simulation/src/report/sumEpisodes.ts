import { indexerFailpoints } from '@portage/indexer';
import { solverFailpoints } from '@portage/solver';
import type { Breach } from '../checks/checkOrders.js';
import type { Episode } from '../runEpisode.js';

type Counts = Readonly<Record<string, number>>;

/** Seconds from a deposit to the end of its order, on the clocks of the chains. */
export interface EndTimes {
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly max: number;
}

/** Sums of a simulation. */
export interface Report {
  readonly seed: string;
  /** Commit of the code; empty where it is not known. */
  readonly commit: string;
  readonly orders: number;
  readonly episodes: number;
  /** Orders by how they ended on the chains. */
  readonly ends: Counts;
  /** Claims of app fees that were signed for, and those of them that were paid. */
  readonly claims: Counts;
  /** Requests by how the service says that they ended. */
  readonly statuses: Counts;
  readonly faultsTotal: number;
  readonly faults: Counts;
  readonly killsTotal: number;
  readonly kills: Counts;
  readonly reorgs: Counts;
  /** Points with names at which a process was killed, and those at which none was. */
  readonly failpoints: {
    readonly hit: number;
    readonly of: number;
    readonly missed: readonly string[];
  };
  /** Lies that endpoints told, and those that became money. */
  readonly rpcLies: { readonly offered: number; readonly accepted: number };
  readonly lostUnits: string;
  /** Smallest units that payers or the operator lack, by asset. */
  readonly lostByAsset: Readonly<Record<string, string>>;
  readonly doubleFills: number;
  readonly fillAndRefund: number;
  readonly doubleRefunds: number;
  readonly prematureFills: number;
  readonly lateFills: number;
  readonly unattributedDeposits: number;
  /** Most by which an entry of the ledger does not add up to nothing. */
  readonly maxLedgerImbalance: string;
  /** Smallest units by which books and chains differ. */
  readonly chainVsLedgerDelta: string;
  /** Micro-USD that sponsors paid beyond what was signed. */
  readonly sponsorOvercharge: string;
  readonly endSeconds: EndTimes;
  readonly stuck: number;
  /** Upper bound of the rate of failures at 95%, where none was seen. */
  readonly rateBound: string;
  readonly breaches: readonly (Breach & { readonly seed: string })[];
  readonly statements: number;
  readonly simulatedSeconds: number;
  readonly seconds: number;
  /** Episodes that do not hold, by their seed. */
  readonly failedSeeds: readonly string[];
}

function add(all: readonly Counts[]): Counts {
  const total = new Map<string, number>();
  for (const counts of all)
    for (const [name, count] of Object.entries(counts))
      total.set(name, (total.get(name) ?? 0) + count);
  return Object.fromEntries([...total].sort(([, one], [, other]) => other - one));
}

/** Points with names that processes pass. */
const failpoints: readonly string[] = [...indexerFailpoints, ...solverFailpoints];

function failpointsOf(kills: Counts): Report['failpoints'] {
  const missed = failpoints.filter((point) => kills[point] === undefined);
  return { hit: failpoints.length - missed.length, of: failpoints.length, missed };
}

function endTimesOf(episodes: readonly Episode[]): EndTimes {
  const sorted = episodes.flatMap(({ endSeconds }) => endSeconds).sort((one, other) => one - other);
  const at = (share: number): number => sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99), max: at(1) };
}

function lostByAssetOf(episodes: readonly Episode[]): Report['lostByAsset'] {
  const lost = new Map<string, bigint>();
  for (const { lostByAsset } of episodes)
    for (const [asset, amount] of lostByAsset) lost.set(asset, (lost.get(asset) ?? 0n) + amount);
  return Object.fromEntries([...lost].map(([asset, amount]) => [asset, amount.toString()]));
}

const totalOf = (counts: Counts): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

/** Whether an episode lost nothing and left nothing open. */
export function isSound({ lostUnits, breaches, stuck }: Episode): boolean {
  return lostUnits === 0n && breaches.length === 0 && stuck === 0;
}

/** Facts of a run, beside its episodes. */
export interface RunFacts {
  readonly seed: string;
  readonly commit: string;
  /** Milliseconds that it took. */
  readonly ms: number;
}

/** Adds episodes up. */
export function sumEpisodes({ seed, commit, ms }: RunFacts, episodes: readonly Episode[]): Report {
  const breaches = episodes.flatMap((episode) =>
    episode.breaches.map((breach) => ({ ...breach, seed: episode.seed })),
  );
  const broken = (rule: string): number => breaches.filter((one) => one.rule === rule).length;
  const sum = (read: (episode: Episode) => number): number =>
    episodes.reduce((total, episode) => total + read(episode), 0);
  const units = (read: (episode: Episode) => bigint): string =>
    episodes.reduce((total, episode) => total + read(episode), 0n).toString();
  const orders = sum((episode) => episode.orders);
  const most = episodes.reduce(
    (found, { ledgerImbalance }) => (ledgerImbalance > found ? ledgerImbalance : found),
    0n,
  );
  const faults = add(episodes.map((episode) => episode.faults));
  const kills = add(episodes.map((episode) => episode.kills));
  return {
    seed,
    commit,
    orders,
    episodes: episodes.length,
    ends: add(episodes.map(({ ends }) => ends)),
    claims: add(episodes.map(({ claims }) => claims)),
    statuses: add(episodes.map(({ statuses }) => statuses)),
    faultsTotal: totalOf(faults),
    faults,
    killsTotal: totalOf(kills),
    kills,
    reorgs: add(episodes.map(({ reorgs }) => reorgs)),
    failpoints: failpointsOf(kills),
    rpcLies: {
      offered: totalOf(
        Object.fromEntries(Object.entries(faults).filter(([name]) => name.startsWith('lie:'))),
      ),
      accepted: sum(({ liesAccepted }) => liesAccepted),
    },
    lostUnits: units(({ lostUnits }) => lostUnits),
    lostByAsset: lostByAssetOf(episodes),
    doubleFills: broken('an order is filled once'),
    fillAndRefund: broken('an order is filled or refunded'),
    doubleRefunds: broken('a deposit is refunded once'),
    prematureFills: broken('a fill is sent after its deposit is final'),
    lateFills: broken('a fill is signed in its time'),
    unattributedDeposits: sum(({ unattributedDeposits }) => unattributedDeposits),
    maxLedgerImbalance: most.toString(),
    chainVsLedgerDelta: units(({ chainDelta }) => chainDelta),
    sponsorOvercharge: units(({ sponsorOvercharge }) => sponsorOvercharge),
    endSeconds: endTimesOf(episodes),
    stuck: sum(({ stuck }) => stuck),
    rateBound: (3 / orders).toPrecision(2),
    breaches,
    statements: sum(({ statements }) => statements),
    simulatedSeconds: Math.round(sum(({ simulatedMs }) => simulatedMs) / 1000),
    seconds: Math.round(ms / 100) / 10,
    failedSeeds: episodes.filter((episode) => !isSound(episode)).map((episode) => episode.seed),
  };
}
