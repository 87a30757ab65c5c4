import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase, runningServerUrl, type Database } from '@portage/database';
import { createDevnet, devnetChains, type Devnet } from '@portage/devnet';
import { serviceMigrations } from '@portage/service';
import { commandOf } from '../../../../scripts/commandOf.js';
import { startProcess, type ServiceProcess } from '../../../service/test/startProcess.js';
import { createTrialClock, type TrialClock } from './createTrialClock.js';

const blockTimeSeconds = 0.25;

/** Everything that runs while requests are made, but for workers and receivers. */
export interface PushWorld {
  readonly devnet: Devnet;
  readonly database: Database;
  readonly databaseUrl: string;
  readonly clock: TrialClock;
  /** The process of the API, whose clock stays that of the machine. */
  readonly api: ServiceProcess;
  readonly startWorker: (variables: Readonly<Record<string, string>>) => ServiceProcess;
}

/**
 * Starts two EVM chains, a PostgreSQL as operators run it and a process of the API; the closers end
 * them again.
 */
export async function openPushWorld(
  { payers, note }: { readonly payers: number; readonly note: (text: string) => void },
  closers: (() => Promise<unknown>)[],
): Promise<PushWorld> {
  const directory = await mkdtemp(join(tmpdir(), 'portage-push-'));
  closers.unshift(() => rm(directory, { recursive: true, force: true }));
  // A server of tests does not sync, so nothing would wait for a commit.
  const dataDir = join(directory, 'database');
  const database = await openDatabase({
    dataDir,
    migrations: serviceMigrations,
    connectionsMax: 2,
  });
  closers.unshift(() => database.close());
  const databaseUrl = await runningServerUrl(dataDir);
  if (databaseUrl === undefined) throw new Error('The database does not run.');
  const devnet = await createDevnet({
    accounts: payers,
    blockTimeSeconds,
    chains: devnetChains.filter(({ vm = 'evm' }) => vm === 'evm'),
    log: note,
  });
  closers.unshift(() => devnet.close());
  const clock = await createTrialClock(directory);
  const file = join(directory, 'portage.json');
  await writeFile(file, JSON.stringify(devnet.description.configuration), { mode: 0o600 });
  let names = 0;
  const start = (
    role: 'api' | 'worker',
    env: Readonly<Record<string, string>>,
    command: readonly string[],
  ): ServiceProcess => {
    names += 1;
    const data = join(directory, String(names));
    return startProcess(
      ['--config', file, '--data', data, '--role', role, '--port', '0'],
      { DATABASE_URL: databaseUrl, ...env },
      { command },
    );
  };
  const program = commandOf('apps/service');
  const api = start('api', {}, program);
  closers.unshift(() => api.stop());
  await api.url;
  return {
    devnet,
    database,
    databaseUrl,
    clock,
    api,
    startWorker: (variables) =>
      start('worker', { ...clock.variables, ...variables }, [...clock.command, ...program]),
  };
}
