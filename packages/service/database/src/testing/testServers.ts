import type { MigrationSource } from '../migrations/migrate.js';
import { startEmbeddedServer } from './startEmbeddedServer.js';
import { startExternalServer } from './startExternalServer.js';
import { prepareTestServer, type TestServer } from './testServer.js';

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

/** Starts a server of a kind. The external one is that at `PORTAGE_TEST_DATABASE_URL`, if set. */
function startServer(
  kind: TestServerKind,
  sources: readonly MigrationSource[],
): Promise<TestServer> {
  const given = process.env['PORTAGE_TEST_DATABASE_URL'];
  if (kind === 'embedded') return startEmbeddedServer(sources);
  return given === undefined ? startExternalServer(sources) : prepareTestServer(given, sources);
}

/** Starts both servers for a run of tests; its processes find them by the environment. */
export async function shareTestServers(
  sources: readonly MigrationSource[],
): Promise<() => Promise<void>> {
  const servers = await Promise.all(
    testServerKinds.map(async (kind) => {
      const server = await startServer(kind, sources);
      process.env[places[kind].url] = server.url;
      process.env[places[kind].template] = server.template;
      return server;
    }),
  );
  return async () => {
    await Promise.all(servers.map((server) => server.stop()));
  };
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
