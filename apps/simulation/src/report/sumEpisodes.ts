import type { Breach } from '../checks/checkOrders.js';
import type { Episode } from '../runEpisode.js';

type Counts = Readonly<Record<string, number>>;

/** Sums of a simulation. */
export interface Report {
  readonly seed: string;
  readonly orders: number;
  readonly episodes: number;
  readonly ends: Counts;
  readonly faultsTotal: number;
  readonly faults: Counts;
  readonly killsTotal: number;
  readonly kills: Counts;
  readonly reorgs: Counts;
  readonly lostUnits: string;
  readonly doubleFills: number;
  readonly fillAndRefund: number;
  readonly doubleRefunds: number;
  readonly prematureFills: number;
  readonly stuck: number;
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

const totalOf = (counts: Counts): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

/** Whether an episode lost nothing and left nothing open. */
export function isSound({ lostUnits, breaches, stuck }: Episode): boolean {
  return lostUnits === 0n && breaches.length === 0 && stuck === 0;
}

/** Adds episodes up. */
export function sumEpisodes(seed: string, episodes: readonly Episode[], ms: number): Report {
  const breaches = episodes.flatMap((episode) =>
    episode.breaches.map((breach) => ({ ...breach, seed: episode.seed })),
  );
  const broken = (rule: string): number => breaches.filter((one) => one.rule === rule).length;
  const sum = (read: (episode: Episode) => number): number =>
    episodes.reduce((total, episode) => total + read(episode), 0);
  const faults = add(episodes.map((episode) => episode.faults));
  const kills = add(episodes.map((episode) => episode.kills));
  return {
    ...{ seed, orders: sum(({ orders }) => orders), episodes: episodes.length },
    ends: add(episodes.map(({ ends }) => ends)),
    ...{ faultsTotal: totalOf(faults), faults, killsTotal: totalOf(kills), kills },
    reorgs: add(episodes.map(({ reorgs }) => reorgs)),
    lostUnits: episodes.reduce((total, { lostUnits }) => total + lostUnits, 0n).toString(),
    doubleFills: broken('an order is filled once'),
    fillAndRefund: broken('an order is filled or refunded'),
    doubleRefunds: broken('a deposit is refunded once'),
    prematureFills: broken('a fill is sent after its deposit is final'),
    stuck: sum(({ stuck }) => stuck),
    breaches,
    statements: sum(({ statements }) => statements),
    simulatedSeconds: Math.round(sum(({ simulatedMs }) => simulatedMs) / 1000),
    seconds: Math.round(ms / 100) / 10,
    failedSeeds: episodes.filter((episode) => !isSound(episode)).map((episode) => episode.seed),
  };
}
