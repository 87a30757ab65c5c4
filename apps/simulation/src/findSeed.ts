import { runEpisode, type Episode, type EpisodeOptions } from './runEpisode.js';
import type { PlantedBug } from './plantedBugs/plantedBug.js';

/** How a planted bug was found. */
export interface FoundBug {
  /** Seeds that it took, the last of which found it. */
  readonly seeds: number;
  /** The seed that found it. */
  readonly seed: string;
  /** Rules that it broke and that hold without it; empty where orders only got stuck. */
  readonly rules: readonly string[];
  /** Work that was open at the end, and is not without the bug. */
  readonly stuck: number;
}

/** Runs of the service as it is, beside which those with a bug are held. */
export interface Controls {
  run(options: Pick<EpisodeOptions, 'seed' | 'orders'>): Promise<Episode>;
}

/** Options of {@link findSeed}. */
export interface FindOptions {
  readonly createDatabase: () => Promise<string>;
  readonly controls: Controls;
  readonly seedsMax: number;
  readonly orders: number;
  /** Rule that must be among the broken ones; any of them, or stuck orders, when left out. */
  readonly rule?: string | undefined;
}

/** Orders come over minutes, so that all kinds of faults meet a few of them. */
const orderMsMax = 2_000;

/** Simulated milliseconds after which orders are stuck: far more than they take without a bug. */
const patienceMs = 600_000;

/** Makes controls that run each seed once. */
export function createControls(createDatabase: () => Promise<string>): Controls {
  const known = new Map<string, Promise<Episode>>();
  return {
    run: async ({ seed, orders }) => {
      const name = `${seed} ${String(orders)}`;
      const found =
        known.get(name) ??
        createDatabase().then((url) => runEpisode({ seed, orders, url, patienceMs, orderMsMax }));
      known.set(name, found);
      return found;
    },
  };
}

const rulesOf = ({ breaches }: Episode): ReadonlySet<string> =>
  new Set(breaches.map(({ rule }) => rule));

/** Runs one seed after another until the bug is found; undefined where none finds it. */
export async function findSeed(
  bug: PlantedBug,
  { createDatabase, controls, seedsMax, orders, rule }: FindOptions,
): Promise<FoundBug | undefined> {
  for (let seeds = 1; seeds <= seedsMax; seeds += 1) {
    const seed = `planted.${String(seeds)}`;
    const control = await controls.run({ seed, orders });
    const url = await createDatabase();
    const episode = await runEpisode({ seed, orders, url, bug, patienceMs, orderMsMax });
    const rules = [...rulesOf(episode)].filter((rule) => !rulesOf(control).has(rule));
    const stuck = control.stuck === 0 ? episode.stuck : 0;
    const isFound = rule === undefined ? rules.length > 0 || stuck > 0 : rules.includes(rule);
    if (isFound) return { seeds, seed, rules, stuck };
  }
  return undefined;
}
