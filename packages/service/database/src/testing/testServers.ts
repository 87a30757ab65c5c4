import type { MigrationSource } from '../migrations/migrate.js';
import type { DataRule } from './auditDatabase.js';
import { startEmbeddedServer } from './startEmbeddedServer.js';
import { startExternalServer } from './startExternalServer.js';
import { createAudits } from './createAudits.js';
import { connectAdmin, prepareTestServer, withDatabase, type TestServer } from './testServer.js';

/**
 * `embedded`: the server that npm brought, with our settings. `external`: one with an operator's
 * settings.
 */
export type TestServerKind = 'embedded' | 'external';

/** Both kinds of server, for `describe.each`. */
export const testServerKinds: readonly TestServerKind[] = ['embedded', 'external'];

const places = {
  embedded: { url: 'PORTAGE_TEST_EMBEDDED_URL', template: 'PORTAGE_TEST_EMBEDDED_TEMPLATE' },
  external: { url: 'PORTAGE_TEST_EXTERNAL_URL', template: 'PORTAGE_TEST_EXTERNAL_TEMPLATE' },
} as const;

const rulesPlace = 'PORTAGE_TEST_RULES';

/** Starts a server of a kind. The external one is that at `PORTAGE_TEST_DATABASE_URL`, if set. */
function startServer(
  kind: TestServerKind,
  sources: readonly MigrationSource[],
): Promise<TestServer> {
  const given = process.env['PORTAGE_TEST_DATABASE_URL'];
  if (kind === 'embedded') return startEmbeddedServer(sources);
  return given === undefined ? startExternalServer(sources) : prepareTestServer(given, sources);
}

/** Whether this run of tests has its servers already. */
export function isSharingTestServers(): boolean {
  return process.env[rulesPlace] !== undefined;
}

/**
 * Starts both servers for a run of tests; its processes find them by the environment. Each database
 * must keep `rules` when its tests are done with it.
 */
export async function shareTestServers(
  sources: readonly MigrationSource[],
  rules: readonly DataRule[],
): Promise<() => Promise<void>> {
  process.env[rulesPlace] = JSON.stringify(rules);
  const servers = await Promise.all(
    testServerKinds.map(async (kind) => {
      const server = await startServer(kind, sources);
      process.env[places[kind].url] = server.url;
      process.env[places[kind].template] = server.template;
      return server;
    }),
  );
  return async () => {
    const left = (await Promise.all(servers.map(listLeft))).flat();
    const faults = await createAudits(rules).run(left);
    await Promise.all(servers.map((server) => server.stop()));
    if (faults.length > 0) throw new Error(faults.join('\n'));
  };
}

/** URLs of the databases that were not closed. */
async function listLeft({ url, template }: TestServer): Promise<readonly string[]> {
  const admin = await connectAdmin(url);
  const { rows } = await admin.query<{ name: string }>(
    `select datname as name from pg_database where datname like 'portage_test_%' and datname <> $1`,
    [template],
  );
  await admin.end();
  return rows.map(({ name }) => withDatabase(url, name));
}

/** Server of a kind that this run shares, or one started for the caller. */
export async function findTestServer(
  kind: TestServerKind,
  sources: readonly MigrationSource[],
): Promise<TestServer> {
  const url = process.env[places[kind].url];
  const template = process.env[places[kind].template];
  return url === undefined || template === undefined
    ? await startServer(kind, sources)
    : { url, template, stop: () => Promise.resolve() };
}

/** Rules that each database of this run must keep; none where servers are not shared. */
export function sharedRules(): readonly DataRule[] {
  // `shareTestServers` has written it.
  return JSON.parse(process.env[rulesPlace] ?? '[]') as readonly DataRule[];
}
