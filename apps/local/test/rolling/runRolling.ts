import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createTestDatabases } from '@portage/database/testing';
import { createDevnet, type Devnet } from '@portage/devnet';
import { serviceMigrations } from '@portage/service';
import { startBalancer, type Balancer } from '../../../service/test/startBalancer.js';
import { startProcess, type ServiceProcess } from '../../../service/test/startProcess.js';
import { post } from '../../../service/test/transfer.js';
import { startLoad, type LoadReport } from './startLoad.js';

/** Milliseconds that a process serves on after SIGTERM: ten questions of the balancer. */
const drainMs = 1_000;
const probeMs = 100;
/** Milliseconds until a process counts as one that does not become ready. */
const readyMsMax = 60_000;
/** Milliseconds of load before the first restart and after the last one. */
const calmMs = 2_000;

const quote = {
  user: '0x00000000000000000000000000000000000000aa',
  recipient: '0x00000000000000000000000000000000000000bb',
  originChainId: 8453,
  destinationChainId: 10,
  originCurrency: '0x0000000000000000000000000000000000000000',
  destinationCurrency: '0x0000000000000000000000000000000000000000',
  tradeType: 'EXACT_INPUT',
  amount: '50000000000000000',
};

/** Options of a rolling restart. */
export interface RollingOptions {
  /** Quotes each second. */
  readonly rate: number;
  /** Processes of the API, and as many workers. */
  readonly processes: number;
  readonly note: (text: string) => void;
}

/** Result of a rolling restart. */
export interface RollingReport extends LoadReport {
  /** Restarts that were made, workers included. */
  readonly restarts: number;
  /** Ends of processes that were not clean, as sentences. */
  readonly uncleanEnds: readonly string[];
  readonly seconds: number;
}

/**
 * Asks for quotes at a constant rate behind a balancer, while every process of the service is
 * restarted, one after the other, as docs/operations.md says.
 */
export async function runRolling({
  rate,
  processes,
  note,
}: RollingOptions): Promise<RollingReport> {
  const directory = await mkdtemp(join(tmpdir(), 'portage-rolling-'));
  const databases = createTestDatabases({ migrations: serviceMigrations });
  const [devnet, databaseUrl] = await Promise.all([
    createDevnet({ accounts: 1, log: note }),
    databases.createDatabase(),
  ]);
  const balancer = await startBalancer(probeMs);
  const fleet = createFleet({
    directory,
    databaseUrl,
    file: await writeConfiguration(devnet, directory),
    balancer,
  });
  try {
    await fleet.open(processes);
    note(`${String(processes)} of the API and as many workers are ready`);
    const stop = new AbortController();
    const started = performance.now();
    const load = startLoad({ rate, call: () => askQuote(balancer.url), signal: stop.signal });
    await sleep(calmMs);
    const uncleanEnds = await fleet.restartAll(note);
    await sleep(calmMs);
    stop.abort();
    const report = await load;
    const seconds = (performance.now() - started) / 1_000;
    return { ...report, restarts: 2 * processes, uncleanEnds, seconds };
  } finally {
    balancer.close();
    await fleet.close();
    await devnet.close();
    await databases.close();
    await rm(directory, { recursive: true, force: true });
  }
}

async function writeConfiguration(devnet: Devnet, directory: string): Promise<string> {
  const { configuration } = devnet.description;
  const file = join(directory, 'portage.json');
  const http = { ...(configuration['http'] as object), drainMs };
  await writeFile(file, JSON.stringify({ ...configuration, http }), { mode: 0o600 });
  return file;
}

/** Fault of the answer to one quote; undefined where it is a quote. */
async function askQuote(url: string): Promise<string | undefined> {
  const { status, body } = await post(url, '/quote/v2', quote);
  return status === 200 ? undefined : `${String(status)} ${JSON.stringify(body).slice(0, 200)}`;
}

interface FleetOptions {
  readonly file: string;
  readonly directory: string;
  readonly databaseUrl: string;
  readonly balancer: Balancer;
}

/** Processes of a service. */
interface Fleet {
  open(processes: number): Promise<void>;
  /** Restarts each process once the one before is ready again; returns ends that were not clean. */
  restartAll(note: (text: string) => void): Promise<readonly string[]>;
  close(): Promise<void>;
}

function createFleet({ file, directory, databaseUrl, balancer }: FleetOptions): Fleet {
  const running: { readonly role: 'api' | 'worker'; service: ServiceProcess }[] = [];
  let names = 0;
  const start = (role: 'api' | 'worker'): ServiceProcess => {
    names += 1;
    const data = join(directory, String(names));
    return startProcess(['--config', file, '--data', data, '--role', role, '--port', '0'], {
      DATABASE_URL: databaseUrl,
    });
  };
  const show = async (): Promise<void> => {
    const apis = running.filter(({ role }) => role === 'api');
    balancer.set(await Promise.all(apis.map(({ service }) => service.url)));
    for (let waited = 0; balancer.ready() < apis.length; waited += probeMs) {
      if (waited > readyMsMax) throw new Error('A process of the API does not become ready.');
      await sleep(probeMs);
    }
  };
  return {
    open: async (processes) => {
      for (let index = 0; index < processes; index += 1)
        for (const role of ['api', 'worker'] as const) running.push({ role, service: start(role) });
      await Promise.all(running.map(({ service }) => service.probesUrl));
      await show();
    },
    restartAll: async (note) => {
      const uncleanEnds: string[] = [];
      for (const each of running) {
        const { code, signal } = await each.service.stop('SIGTERM');
        if (code !== 0) uncleanEnds.push(`${each.role} ended with ${String(code ?? signal)}`);
        each.service = start(each.role);
        await each.service.probesUrl;
        await show();
        note(`one ${each.role} was restarted`);
      }
      return uncleanEnds;
    },
    close: async () => {
      await Promise.all(running.map(({ service }) => service.stop('SIGKILL')));
    },
  };
}
