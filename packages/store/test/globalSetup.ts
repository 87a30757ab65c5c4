import { startTestServer } from '../src/testing/startTestServer.js';

/** One database server for a run of the tests that need real ones; `createTestDatabases` finds it by the environment. */
export async function setup(): Promise<() => Promise<void>> {
  const { url, template, stop } = await startTestServer();
  process.env['PORTAGE_TEST_SERVER_URL'] = url;
  process.env['PORTAGE_TEST_TEMPLATE'] = template;
  return stop;
}
