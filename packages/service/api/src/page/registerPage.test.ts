import { endpoints } from '@portage/core/schemas';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestServer, type TestServer } from '../../test/createTestServer.js';

let parts: TestServer;
beforeAll(async () => {
  parts = await createTestServer();
});
afterAll(async () => {
  await parts.server.close();
});

test('GET / is a page that may ask this server alone, and whose parts are there', async () => {
  const page = await parts.server.inject({ url: '/' });
  expect([page.statusCode, page.headers['content-type']]).toEqual([
    200,
    'text/html; charset=utf-8',
  ]);
  expect(page.headers['content-security-policy']).toMatch(
    /^default-src 'none';.* connect-src 'self';.* script-src 'self'/,
  );
  expect(page.body).not.toMatch(/<script(?![^>]* src=)|<style|style="|\son\w+=|https?:/);
  const links = [...page.body.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, path]) => path!);
  expect(links).toContain('/page/status.mjs');
  // The list of requests needs a database, which this server does not have.
  for (const path of links.filter((link) => link !== endpoints.requests.path))
    expect([path, (await parts.server.inject({ url: path })).statusCode]).toEqual([path, 200]);
});

test.each([
  // What the solver holds is its operator's to show: `/config/v2` is not asked.
  ['status.mjs', ['/chains', '/health', '/requests/v2'], 4],
  ['levels.mjs', ['/service-levels'], 1],
])(
  'its script %s asks endpoints that there are, and finds its places',
  async (name, asks, least) => {
    const page = await parts.server.inject({ url: '/' });
    const script = await parts.server.inject({ url: `/page/${name}` });
    expect(script.headers['content-type']).toBe('text/javascript; charset=utf-8');
    const paths = new Set<string>(Object.values(endpoints).map(({ path }) => path));
    const asked = [...script.body.matchAll(/read\(\s*[`'](\/[\w/-]*)/g)].map(([, path]) => path!);
    expect(new Set(asked)).toEqual(new Set(asks));
    expect(script.body).not.toMatch(/balance/i);
    for (const path of asked) expect([path, paths.has(path)]).toEqual([path, true]);
    for (const [, part] of script.body.matchAll(/from '\.\/(\w+\.mjs)'/g))
      expect((await parts.server.inject({ url: `/page/${part!}` })).statusCode).toBe(200);
    const places = [...script.body.matchAll(/(?:place|drawRequests)\('(\w+)'/g)].map(
      ([, id]) => id!,
    );
    expect(places.length).toBeGreaterThanOrEqual(least);
    for (const id of places) expect(page.body).toContain(`id="${id}"`);
  },
);
