#!/usr/bin/env node
import cluster from 'node:cluster';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { systemClock } from '@portage/core';
import { lockDirectory } from '@portage/database';
import { startAllocator } from './startAllocator.js';
import { readConfiguration, type Configuration } from './configuration/configuration.js';
import { checkService } from './check/checkService.js';
import { addDeployCommands } from './deploy/addDeployCommands.js';
import { failedRow, type CheckRow } from './check/checkRow.js';
import { exitCodeOf, printRows } from './check/printRows.js';
import { addCoinsCommand } from './coins/addCoinsCommand.js';
import { addFundCommand } from './fund/addFundCommand.js';
import { runInit, type InitOptions } from './init/runInit.js';
import { readDevnet } from './configuration/readDevnet.js';
import { refusePublicKeys } from './configuration/refusePublicKeys.js';
import { createProgram, type ProgramOptions } from './createProgram.js';
import { createLog } from './createLog.js';
import { databaseDir } from './databaseDir.js';
import { describeFault } from './describeFault.js';
import { findPort } from './listen.js';
import { killAt } from './killAt.js';
import { loadPlugins, warnOfUnused, type LoadedPlugin } from './loadPlugins.js';
import { createSecrets, secretsOf } from './createSecrets.js';
import { openBeside } from './openBeside.js';
import { refuseConnections, refuseRole } from './processes/parseProcesses.js';
import { countTogether, readPlace, tellListening } from './processes/apiProcess.js';
import { startProcesses } from './processes/startProcesses.js';
import { wantedSecrets, type Extensions } from './prepareChains.js';
import { readVersion } from './readVersion.js';
import type { Role, ServiceOptions } from './serviceOptions.js';
import { startService, type Service } from './startService.js';
import { builtinVms } from './vms.js';

const { env } = process;

const program = createProgram();

/** Work of the command that was named; without one the service runs. */
let work: () => Promise<void> = async () => {
  if (options.secrets) await listSecrets();
  else process.exitCode = await main();
};

const run = (chosen: () => Promise<number>): void => {
  work = async () => {
    process.exitCode = await chosen();
  };
};
const print = (text: string): void => void process.stdout.write(secrets.clean(text));

program.action(() => undefined);
program
  .command('init')
  .description(
    'Write a configuration for named networks. What only you can decide is a text in angle brackets.',
  )
  .requiredOption('--networks <names>', 'networks with commas between, as in base,solana,bitcoin')
  .option('--endpoints <file>', 'JSON file of endpoints by the names of networks')
  .option(
    '--values <file>',
    'JSON file of values by their places, as in policy.breakers.lossMicroUsdMax',
  )
  .option('--out <file>', 'file to write, which must not be there yet', 'portage.json')
  .action((given: InitOptions) => {
    work = () => {
      process.stdout.write(runInit(given));
      return Promise.resolve();
    };
  });
program
  .command('check')
  .description('Check all that a start checks, and start nothing. Exit code 1: it would not start.')
  .option('--json', 'rows as JSON', false)
  .action(({ json }: { readonly json: boolean }) => {
    work = () => runCheck(json);
  });
addDeployCommands(program, {
  env,
  dataDir: () => dataDir,
  file: configurationFile,
  readSetup,
  print,
  hide: (secret) => {
    secrets.add([secret]);
  },
  failpoint: killAt({ wanted: env['PORTAGE_FAILPOINT'], hitsFile: env['PORTAGE_FAILPOINT_HITS'] }),
  run,
});
const planning = {
  readSetup: async () => {
    const { configuration, plugins } = await readSetup();
    return { configuration, extensions: extensionsOf(plugins) };
  },
  print,
  run,
};
addFundCommand(program, planning);
addCoinsCommand(program, {
  ...planning,
  openDatabase: async () => {
    const { devnetId } = await readSetup();
    return openBeside({
      databaseUrl: env['DATABASE_URL'],
      databaseDir: databaseDir(dataDir, devnetId),
    });
  },
});
const options = program.parse().opts<ProgramOptions>();

const secrets = createSecrets();
const log = createLog(options.logLevel, {
  clean: (text) => secrets.clean(text),
  pretty: options.logPretty,
});
// Node would print such an error as it is, with all that its members hold.
process.on('uncaughtException', (error) => {
  log.fatal({ err: error }, 'an error that nobody expected; the service stops');
  process.exit(1);
});

const dataDir = resolve(options.data);
const place = readPlace(env);
const addressFile = join(dataDir, 'service.json');

/** Configuration with the plugins that it names. */
interface Setup {
  readonly configuration: Configuration;
  readonly devnetId: string | undefined;
  readonly plugins: readonly LoadedPlugin[];
}

function configurationFile(): string {
  return resolve(options.config ?? join(dataDir, 'portage.json'));
}

async function readSetup(): Promise<Setup> {
  const file = configurationFile();
  const { configuration, devnetId } =
    options.devnet === undefined
      ? { configuration: readConfiguration(file, env), devnetId: undefined }
      : readDevnet(options.devnet);
  secrets.add(secretsOf(configuration, env['DATABASE_URL']));
  refusePublicKeys(configuration);
  const plugins = await loadPlugins(configuration.plugins, dirname(file));
  return { configuration, devnetId, plugins };
}

/** Prints each secret that the chains want, and where it may come from. */
async function listSecrets(): Promise<void> {
  const { configuration, plugins } = await readSetup();
  const vms = [...builtinVms, ...plugins.flatMap((plugin) => plugin.vms)];
  for (const { family, name, variable, isSet } of wantedSecrets(configuration, vms))
    process.stdout.write(`keys.${family}.${name}  ${variable}  ${isSet ? 'set' : 'missing'}\n`);
}

/** Parts that the service brings itself, and those of plugins. */
function extensionsOf(plugins: readonly LoadedPlugin[]): Extensions {
  return {
    vms: [...builtinVms, ...plugins.flatMap((plugin) => plugin.vms)],
    swapSources: plugins.flatMap((plugin) => plugin.swapSources),
  };
}

/** Prints what a start would check. */
async function runCheck(isJson: boolean): Promise<void> {
  const rows = await readRows();
  const text = isJson ? `${JSON.stringify(rows)}\n` : printRows(rows);
  process.stdout.write(secrets.clean(text));
  process.exitCode = exitCodeOf(rows);
}

async function readRows(): Promise<readonly CheckRow[]> {
  try {
    const { configuration, plugins } = await readSetup();
    return await checkService({
      configuration,
      ...extensionsOf(plugins),
      databaseUrl: env['DATABASE_URL'],
    });
  } catch (error) {
    return [failedRow({ check: 'configuration' }, error)];
  }
}

/** Pages in a folder; undefined where none is named. */
function folderOf(dir: string | undefined): { readonly dir: string } | undefined {
  return dir === undefined ? undefined : { dir: resolve(dir) };
}

/** Service as it runs on this machine, in one process or several. */
type Running = Pick<Service, 'probesUrl' | 'drain' | 'close'> & {
  readonly url?: string | undefined;
};

async function start(
  role: Role,
  onFailure: (error: unknown) => void,
  { configuration, devnetId, plugins }: Setup,
  ports: Pick<ServiceOptions, 'port' | 'probesPort'> = { port: options.port },
): Promise<Service> {
  warnOfUnused(plugins, configuration.chains, log);
  return startService({
    configuration,
    vms: [...builtinVms, ...plugins.flatMap((plugin) => plugin.vms)],
    swapSources: plugins.flatMap((plugin) => plugin.swapSources),
    paths: plugins.flatMap((plugin) => plugin.paths ?? []),
    facades: plugins.flatMap((plugin) => plugin.facades ?? []),
    databaseUrl: env['DATABASE_URL'],
    databaseDir: databaseDir(dataDir, devnetId),
    releaseJournal: `${databaseDir(dataDir, devnetId)}-releases.jsonl`,
    role,
    chains: options.chains,
    isDraining: options.drain,
    host: options.host,
    ...ports,
    app: folderOf(options.app),
    docs: folderOf(options.docs),
    version: readVersion(),
    log,
    onFailure,
    failpoint: killAt({
      wanted: env['PORTAGE_FAILPOINT'],
      hitsFile: env['PORTAGE_FAILPOINT_HITS'],
    }),
  });
}

/** Starts all that the command line asks for; in an API process of several, its own part. */
async function startAll(role: Role, onFailure: (error: unknown) => void): Promise<Running> {
  const setup = await readSetup();
  const { configuration } = setup;
  if (place !== undefined) {
    const together = { ...setup, configuration: countTogether(configuration) };
    const service = await start('api', onFailure, together, place);
    tellListening({ url: service.url ?? '', probesUrl: service.probesUrl });
    return service;
  }
  const { processes: count, port } = options;
  if (count === undefined) return start(role, onFailure, setup);
  if (env['DATABASE_URL'] === undefined)
    refuseConnections(count, configuration.database?.connectionsMax);
  const worker = await start('worker', onFailure, setup, {
    port: port === undefined || port === 0 ? port : port + 1,
  });
  const { url: databaseUrl } = worker.database;
  return startProcesses({ count, worker, port: await findPort(options), databaseUrl, log });
}

/** Signs releases until a signal. */
async function signReleases(ended: Promise<number>): Promise<number> {
  const { configuration, plugins } = await readSetup();
  const service = await startAllocator({
    configuration,
    vms: [...builtinVms, ...plugins.flatMap((plugin) => plugin.vms)],
    journal: join(dataDir, 'releases.jsonl'),
    clock: systemClock,
  });
  const { socket, addresses } = service;
  log.info({ socket, addresses }, 'releases are signed');
  process.stdout.write(`${JSON.stringify({ socket, addresses, pid: process.pid })}\n`);
  const code = await ended;
  log.info('stopping');
  await service.close();
  return code;
}

/** Runs until a signal or a failure; returns the exit code once everything is stopped. */
async function main(): Promise<number> {
  let stop: (code: number) => void = () => undefined;
  let drain: (() => Promise<void>) | undefined;
  const ended = new Promise<number>((resolveCode) => {
    stop = resolveCode;
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      // A supervisor says SIGTERM; a second signal, or one of a terminal, stops at once.
      const serveOn = signal === 'SIGTERM' ? drain : undefined;
      drain = undefined;
      if (serveOn === undefined) stop(0);
      else {
        log.info('serving on until balancers have noticed');
        void serveOn().then(() => {
          stop(0);
        });
      }
    });
  }
  if (options.processes !== undefined) refuseRole(options.role);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  // Two processes would cut lines out of each other's journal of releases. The lock ends with this
  // process, however it ends.
  if (place === undefined) await lockDirectory(dataDir);
  const { role } = options;
  if (role === 'allocator') return signReleases(ended);
  const service = await startAll(role, (error) => {
    log.fatal({ err: error }, 'a part of the service failed; the service stops');
    stop(1);
  });
  drain = () => service.drain();
  const { url, probesUrl } = service;
  log.info({ url, probesUrl, role: place === undefined ? role : 'api' }, 'the service runs');
  if (place === undefined) announce({ url, probesUrl });
  const code = await ended;
  log.info('stopping');
  if (place === undefined) rmSync(addressFile, { force: true });
  await service.close();
  return code;
}

/** Says where the service answers, to programs that started it and to those that look for it. */
function announce({ url, probesUrl }: Pick<Running, 'url' | 'probesUrl'>): void {
  const { pid } = process;
  writeFileSync(addressFile, `${JSON.stringify({ url, pid })}\n`, { mode: 0o600 });
  process.stdout.write(`${JSON.stringify({ url: url ?? null, probesUrl, pid })}\n`);
}

try {
  await work();
} catch (error) {
  process.stderr.write(secrets.clean(describeFault(error)));
  process.exitCode = 1;
}
// The channel to the process that started this one would keep it alive.
cluster.worker?.disconnect();
