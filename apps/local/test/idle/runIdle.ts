import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase, runningServerUrl } from '@portage/database';
import { createDevnet } from '@portage/devnet';
import { serviceMigrations } from '@portage/service';
import { startProcess } from '../../../service/test/startProcess.js';

/** Level of a warning in the log. */
const warnLevel = 40;

/** Options of an idle run. */
export interface IdleOptions {
  readonly workers: number;
  /** Seconds without work, once all workers are ready. */
  readonly seconds: number;
  readonly note: (text: string) => void;
}

/** Lines that idle workers wrote to their logs. */
export interface IdleReport {
  readonly workers: number;
  readonly seconds: number;
  /** Number of lines by their level. */
  readonly lines: Readonly<Record<string, number>>;
  /** Lines of level 40 and above, warnings and errors. */
  readonly warnings: readonly string[];
  /** Lines that are no JSON, such as a stack. */
  readonly foreign: readonly string[];
}

/** Lets workers share a database without any work, and reads what they log. */
export async function runIdle({ workers, seconds, note }: IdleOptions): Promise<IdleReport> {
  const directory = await mkdtemp(join(tmpdir(), 'portage-idle-'));
  // A server as operators run it: one of tests does not sync, which is worth a warning.
  const dataDir = join(directory, 'database');
  const database = await openDatabase({ dataDir, migrations: serviceMigrations });
  const devnet = await createDevnet({ accounts: 1, log: note });
  try {
    const url = await runningServerUrl(dataDir);
    if (url === undefined) throw new Error('The database does not run.');
    const running = Array.from({ length: workers }, (_, index) =>
      startProcess(
        [
          '--devnet',
          devnet.file,
          '--role',
          'worker',
          '--port',
          '0',
          '--data',
          join(directory, String(index)),
        ],
        { DATABASE_URL: url },
      ),
    );
    try {
      await Promise.all(running.map((worker) => worker.probesUrl));
      note(`${String(workers)} workers are ready; they idle for ${String(seconds)} s`);
      await sleep(seconds * 1_000);
    } finally {
      await Promise.all(running.map((worker) => worker.stop()));
    }
    return {
      workers,
      seconds,
      ...readLines(running.flatMap((worker) => worker.log().split('\n'))),
    };
  } finally {
    await devnet.close();
    await database.close();
    await rm(directory, { recursive: true, force: true });
  }
}

function readLines(lines: readonly string[]): Pick<IdleReport, 'lines' | 'warnings' | 'foreign'> {
  const counts: Record<string, number> = {};
  const warnings: string[] = [];
  const foreign: string[] = [];
  for (const line of lines) {
    if (line === '') continue;
    const level = levelOf(line);
    if (level === undefined) foreign.push(line);
    else {
      counts[level] = (counts[level] ?? 0) + 1;
      if (level >= warnLevel) warnings.push(line);
    }
  }
  return { lines: counts, warnings, foreign };
}

/** Level of a line of the log; undefined for a line that is none. */
function levelOf(line: string): number | undefined {
  try {
    const parsed: unknown = JSON.parse(line);
    const level: unknown =
      typeof parsed === 'object' && parsed !== null ? Reflect.get(parsed, 'level') : undefined;
    return typeof level === 'number' ? level : undefined;
  } catch {
    return undefined;
  }
}
