import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createDevnet, type Devnet, type DevnetOptions } from '@portage/devnet';
import {
  builtinVms,
  createLog,
  databaseDir,
  parseConfiguration,
  readVersion,
  startService,
  type LoadedPlugin,
  type Service,
  type ServiceOptions,
} from '@portage/service';
import { createDemoKeys, type DemoKey } from './createDemoKeys.js';
import type { Books } from './demonstrations/demonstration.js';
import type { Docs } from './starter.js';

/** Configuration of a service, before it is checked. */
type Configuration = Devnet['description']['configuration'];

/** Options of the whole system. */
export interface SystemOptions {
  /**
   * Directory of `devnet.json` and the database; by default a temporary one that `close` removes.
   */
  readonly dataDir: string | undefined;
  /** URL of a PostgreSQL; by default an embedded one is started in `dataDir`. */
  readonly databaseUrl?: string | undefined;
  /** Port; by default 4000, or a free port when that is taken. */
  readonly port: number | undefined;
  readonly blockTimeSeconds: number;
  /** Number of funded accounts. */
  readonly accounts: number;
  /** Chains; by default those of a devnet. */
  readonly chains?: DevnetOptions['chains'];
  /** Changes the configuration that the devnet describes; by default it stays as it is. */
  readonly configure?: (described: Configuration) => Configuration | Promise<Configuration>;
  /** Log of the service; by default errors go to standard error, or what the environment says. */
  readonly log?: ServiceOptions['log'];
  /** Folder of the built swap page; by default the status page is served. */
  readonly appDir?: string | undefined;
  /** Documentation; by default `/docs` is the page of the API. */
  readonly docs?: Docs | undefined;
  /** Plugins beside what the service has itself. */
  readonly plugins?: readonly LoadedPlugin[] | undefined;
  /** Called with each progress message, one line at a time. */
  readonly note?: (text: string) => void;
  /** Called with each answer of an endpoint before it is sent, for tests. */
  readonly onAnswer?: ServiceOptions['onAnswer'];
  /** Seconds that a quote may take to become durable; the service's default unless given. */
  readonly saveSecondsMax?: ServiceOptions['saveSecondsMax'];
}

/** Whole system: chains and service. */
export interface System {
  readonly devnet: Devnet;
  readonly service: Service;
  readonly url: string;
  /** Key of a funded account. */
  privateKey(index: number): `0x${string}`;
  /**
   * Creates an API key whose sponsor has its own balance, in micro-USD; returns the key's secret.
   */
  createSponsor(microUsd: bigint): Promise<string>;
  /** Creates an API key whose fast fills app fees of a wallet stand behind; returns its secret. */
  createAppKey(wallet: string): Promise<string>;
  readonly books: Books;
  /** Rejects when a part of the service fails by itself. */
  readonly failed: Promise<never>;
  close(): Promise<void>;
}

/**
 * Starts a devnet and a service on it, in one process. If any part fails, the started ones are
 * stopped.
 *
 * @throws PortageError `DATA_DIRECTORY_LOCKED`, `SERVICE_UNAVAILABLE`, `INVALID_CONFIGURATION`
 */
export async function startSystem(options: SystemOptions): Promise<System> {
  const dataDir =
    options.dataDir === undefined
      ? await mkdtemp(join(tmpdir(), 'portage-'))
      : resolve(options.dataDir);
  await mkdir(dataDir, { recursive: true });
  const closers: (() => Promise<void>)[] = [];
  if (options.dataDir === undefined)
    closers.unshift(() => rm(dataDir, { recursive: true, force: true }));
  const close = async (): Promise<void> => {
    for (const closer of closers.splice(0)) await closer();
  };
  try {
    options.note?.('Starting the chains.');
    const devnet = await createDevnet({
      dataDir,
      blockTimeSeconds: options.blockTimeSeconds,
      accounts: options.accounts,
      ...(options.chains === undefined ? {} : { chains: options.chains }),
      ...(options.note === undefined ? {} : { log: options.note }),
    });
    closers.unshift(() => devnet.close());
    options.note?.('Starting PostgreSQL and the service.');
    const { service, url, failed } = await serve(devnet, dataDir, options);
    closers.unshift(() => service.close());
    await devnet.setServiceUrl(url);
    return {
      devnet,
      service,
      url,
      failed,
      close,
      privateKey: (index) => keyOf(devnet, index),
      createSponsor: (microUsd) => createSponsor(service, microUsd),
      createAppKey: async (appWallet) =>
        (await service.access.keys.create({ name: `app-${randomUUID()}`, appWallet })).secret,
      books: createBooks(service),
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function serve(
  devnet: Devnet,
  dataDir: string,
  {
    port,
    databaseUrl,
    onAnswer,
    saveSecondsMax,
    appDir,
    docs,
    plugins = [],
    log = createLog(process.env['PORTAGE_LOG_LEVEL'] ?? 'error'),
    configure = (described) => described,
  }: SystemOptions,
): Promise<Pick<System, 'service' | 'url' | 'failed'>> {
  let demoKeys: readonly DemoKey[] = [];
  let onFailure: (error: unknown) => void = () => undefined;
  const failed = new Promise<never>((_, reject) => {
    onFailure = reject;
  });
  failed.catch(() => undefined); // A listener that waits on it sees the failure; nobody has to.
  const service = await startService({
    configuration: parseConfiguration(await configure(devnet.description.configuration)),
    databaseUrl,
    databaseDir: databaseDir(dataDir, devnet.id),
    port,
    app:
      appDir === undefined
        ? undefined
        : {
            dir: appDir,
            faucetUrl: `${devnet.description.controlUrl}/faucet`,
            demoKeys: () => demoKeys,
          },
    docs,
    vms: [...builtinVms, ...plugins.flatMap(({ vms }) => vms)],
    swapSources: plugins.flatMap(({ swapSources }) => swapSources),
    paths: plugins.flatMap(({ paths }) => paths ?? []),
    facades: plugins.flatMap(({ facades }) => facades ?? []),
    version: readVersion(),
    log,
    onFailure: (error) => onFailure(error),
    onAnswer,
    saveSecondsMax,
  });
  if (service.url === undefined) throw new Error('A service of all roles listens.');
  if (appDir !== undefined) demoKeys = await createDemoKeys(service);
  return { service, url: service.url, failed };
}

function keyOf(devnet: Devnet, index: number): `0x${string}` {
  const account = devnet.description.accounts[index];
  if (account === undefined)
    throw new Error(`The devnet has only ${devnet.description.accounts.length} accounts.`);
  return account.privateKey;
}

async function createSponsor({ settlement, access }: Service, microUsd: bigint): Promise<string> {
  const account = `sponsor-${randomUUID()}`;
  await settlement.sponsors.credit({ account, microUsd, ref: account });
  const { secret } = await access.keys.create({ name: account, sponsor: account });
  return secret;
}

function createBooks({ settlement }: Service): Books {
  return {
    audit: async () =>
      (await settlement.ledger.audit()).map(({ invariant, rule }) => `${invariant} ${rule}`),
    vault: async (chainId, currency) => (await settlement.vault.read(chainId)).get(currency) ?? 0n,
  };
}
