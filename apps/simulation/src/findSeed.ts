import { runEpisode } from './runEpisode.js';
import { isSound } from './report/sumEpisodes.js';
import type { PlantedBug } from './plantedBugs/plantedBug.js';

/** How a planted bug was found. */
export interface FoundBug {
  /** Seeds that it took, the last of which found it. */
  readonly seeds: number;
  /** Rules that it broke; empty where orders only got stuck. */
  readonly rules: readonly string[];
  readonly stuck: number;
}

/** Options of {@link findSeed}. */
export interface FindOptions {
  readonly createDatabase: () => Promise<string>;
  readonly seedsMax: number;
  readonly orders: number;
}

/** Simulated milliseconds after which orders are stuck: far more than they take without a bug. */
const patienceMs = 240_000;

/** Runs one seed after another until the bug is found; undefined where none finds it. */
export async function findSeed(
  bug: PlantedBug,
  { createDatabase, seedsMax, orders }: FindOptions,
): Promise<FoundBug | undefined> {
  for (let seeds = 1; seeds <= seedsMax; seeds += 1) {
    const url = await createDatabase();
    const seed = `${bug.code}.${String(seeds)}`;
    const episode = await runEpisode({ seed, orders, url, bug, patienceMs });
    if (isSound(episode)) continue;
    const rules = [...new Set(episode.breaches.map(({ rule }) => rule))];
    return { seeds, rules, stuck: episode.stuck };
  }
  return undefined;
}
