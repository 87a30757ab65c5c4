import { fork } from 'node:child_process';
import { createTestDatabases } from '@portage/database/testing';
import { settlementMigrations } from '@portage/settlement';
import type { Episode } from './runEpisode.js';
import { runEpisodes, type PlannedEpisode } from './runSimulation.js';

/** Options of {@link runInProcesses}. */
export interface ProcessesOptions {
  readonly processes: number;
  readonly onEpisode: (episode: Episode) => void;
}

type Message =
  | { readonly type: 'episode'; readonly episode: Episode }
  | { readonly type: 'failed'; readonly error: string };

/** Runs episodes in a process of its own, with a database server of its own. */
function runChild(
  planned: readonly PlannedEpisode[],
  onEpisode: (episode: Episode) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = fork(process.argv[1] ?? '', [], { serialization: 'advanced' });
    let failure: string | undefined;
    child.on('message', (message: Message) => {
      if (message.type === 'episode') onEpisode(message.episode);
      else failure = message.error;
    });
    child.once('exit', (code) => {
      if (code === 0 && failure === undefined) resolve();
      else reject(new Error(failure ?? `A process of the simulation ended with ${String(code)}.`));
    });
    child.send(planned);
  });
}

/** Runs episodes in several processes at once; the answer is in the order of the plan. */
export async function runInProcesses(
  planned: readonly PlannedEpisode[],
  { processes, onEpisode }: ProcessesOptions,
): Promise<readonly Episode[]> {
  const found = new Map<string, Episode>();
  const parts = Array.from({ length: processes }, (_, part) =>
    planned.filter((_episode, index) => index % processes === part),
  );
  await Promise.all(
    parts.map((part) =>
      runChild(part, (episode) => {
        found.set(episode.seed, episode);
        onEpisode(episode);
      }),
    ),
  );
  return planned.flatMap(({ seed }) => found.get(seed) ?? []);
}

/** Runs the episodes that the parent sends, and tells it of each. */
export async function runAsChild(): Promise<void> {
  const planned = await new Promise<readonly PlannedEpisode[]>((resolve) => {
    process.once('message', (message) => {
      // Only the parent sends, and only this.
      resolve(message as readonly PlannedEpisode[]);
    });
  });
  const databases = createTestDatabases({ migrations: [settlementMigrations] });
  const tell = (message: Message): void => void process.send?.(message);
  try {
    await runEpisodes(planned, {
      createDatabase: () => databases.createDatabase(),
      onEpisode: (episode) => {
        tell({ type: 'episode', episode });
      },
    });
  } catch (error) {
    tell({ type: 'failed', error: error instanceof Error ? (error.stack ?? '') : String(error) });
  } finally {
    await databases.close();
    process.disconnect();
  }
}
