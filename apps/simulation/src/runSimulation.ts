import { runEpisode, type Episode } from './runEpisode.js';

/** Orders of one episode at most: then the next begins with an empty database and chains. */
export const episodeOrdersMax = 1_000;

/** An episode that is to be run. */
export interface PlannedEpisode {
  readonly seed: string;
  readonly orders: number;
}

/** Cuts orders into episodes; each has a seed of its own, by which it runs alone again. */
export function planEpisodes(orders: number, seed: string): readonly PlannedEpisode[] {
  const count = Math.ceil(orders / episodeOrdersMax);
  return Array.from({ length: count }, (_, index) => ({
    seed: count === 1 ? seed : `${seed}.${String(index + 1)}`,
    orders: Math.min(episodeOrdersMax, orders - index * episodeOrdersMax),
  }));
}

/** Options of {@link runEpisodes}. */
export interface EpisodesOptions {
  readonly createDatabase: () => Promise<string>;
  readonly onEpisode: (episode: Episode) => void;
}

/** Runs episodes one after the other. */
export async function runEpisodes(
  planned: readonly PlannedEpisode[],
  { createDatabase, onEpisode }: EpisodesOptions,
): Promise<readonly Episode[]> {
  const episodes: Episode[] = [];
  for (const plan of planned) {
    const episode = await runEpisode({ ...plan, url: await createDatabase() });
    episodes.push(episode);
    onEpisode(episode);
  }
  return episodes;
}
