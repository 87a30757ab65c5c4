import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@portage/testing';

/** Variable that names the folder in which workers say that they hold a system. */
const variable = 'PORTAGE_TEST_WORLDS';

/** Systems that workers hold, as the run sees them. */
export interface Worlds {
  /** Resolves when every worker that lives has ended its system. */
  ended(): Promise<void>;
}

/** Lets the workers of this run say that they hold a system. */
export async function openWorlds(): Promise<Worlds> {
  const folder = await mkdtemp(join(tmpdir(), 'portage-worlds-'));
  process.env[variable] = folder;
  return {
    ended: async () => {
      const held = async (): Promise<readonly string[]> => (await readdir(folder)).filter(isAlive);
      await eventually(held, (pids) => pids.length === 0, { what: 'workers without a system' });
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Says that this worker holds a system, until the function that it returns is called. */
export async function holdWorld(): Promise<() => Promise<void>> {
  const folder = process.env[variable];
  if (folder === undefined) return () => Promise.resolve();
  const file = join(folder, String(process.pid));
  await writeFile(file, '');
  return () => rm(file, { force: true });
}

function isAlive(pid: string): boolean {
  try {
    return process.kill(Number(pid), 0);
  } catch {
    return false;
  }
}
