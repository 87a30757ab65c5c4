import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { createTestServer } from '../../test/createTestServer.js';
import { registerDocsSite } from './registerDocsSite.js';

const inline = 'document.documentElement.dataset.a = 1 < 2;';

/** A site of two pages, with a file beside its folder that must not be served. */
function writeSite(): string {
  const folder = mkdtempSync(join(tmpdir(), 'portage-docs-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const dir = join(folder, 'dist');
  mkdirSync(join(dir, 'assets'), { recursive: true });
  mkdirSync(join(dir, 'guide'));
  writeFileSync(join(folder, 'secret.txt'), 'for nobody');
  writeFileSync(join(dir, 'index.html'), '<title>start</title>');
  writeFileSync(join(dir, '404.html'), '<title>nothing</title>');
  writeFileSync(join(dir, 'guide/index.html'), '<title>guides</title>');
  writeFileSync(
    join(dir, 'guide/swap.html'),
    `<title>swap</title><script id="a">${inline}</script><script type="module" src="/docs/assets/app.1a2b3c4d.js"></script>`,
  );
  writeFileSync(join(dir, 'assets/app.1a2b3c4d.js'), 'export {};');
  return dir;
}

function serveSite() {
  const app = Fastify({ routerOptions: { ignoreTrailingSlash: true } });
  registerDocsSite(app, { dir: writeSite() });
  return app;
}

test.each([
  ['/docs', 'start'],
  ['/docs/', 'start'],
  ['/docs/guide', 'guides'],
  ['/docs/guide/', 'guides'],
  ['/docs/guide/swap', 'swap'],
  ['/docs/guide/swap?a=b', 'swap'],
])('a page is at its path without an ending: %s', async (url, title) => {
  const page = await serveSite().inject({ url });
  expect([page.statusCode, page.headers['content-type']]).toEqual([
    200,
    'text/html; charset=utf-8',
  ]);
  expect(page.body).toContain(`<title>${title}</title>`);
  expect(page.headers['cache-control']).toBe('no-cache');
});

test('a page runs its files and the scripts of its build, and no others', async () => {
  const { headers } = await serveSite().inject({ url: '/docs/guide/swap' });
  const hash = createHash('sha256').update(inline).digest('base64');
  expect(headers['content-security-policy']).toContain(`; script-src 'self' 'sha256-${hash}'; `);
  const start = await serveSite().inject({ url: '/docs' });
  expect(start.headers['content-security-policy']).toContain("; script-src 'self'; ");
});

test('files named by their hash are kept for ever', async () => {
  const { headers, body } = await serveSite().inject({ url: '/docs/assets/app.1a2b3c4d.js' });
  expect([body, headers['cache-control']]).toEqual([
    'export {};',
    'public, max-age=31536000, immutable',
  ]);
});

test.each([
  '/docs/../secret.txt',
  '/docs/assets/..%2f..%2fsecret.txt',
  '/docs/%2e%2e/secret.txt',
  '/docs/guide/swap/x',
  '/docs/assets',
  '/docs/%00',
])('what is not there is answered with a page that says so: %s', async (url) => {
  const answer = await serveSite().inject({ url });
  expect(answer.statusCode).toBe(404);
  expect(answer.body).not.toContain('for nobody');
});

test('the page of the API moves below the site', async () => {
  const { server } = await createTestServer({ docs: { dir: writeSite() } });
  onTestFinished(() => server.close());
  const site = await server.inject({ url: '/docs' });
  expect(site.body).toContain('<title>start</title>');
  const page = await server.inject({ url: '/docs/api/try' });
  expect(page.body).toContain('<title>Portage API</title>');
  const start = await server.inject({ url: '/docs/api/try/static/swagger-initializer.js' });
  expect(start.statusCode).toBe(200);
});

test('a folder without a site is refused, and so is a relative one', () => {
  expect(() => registerDocsSite(Fastify(), { dir: 'dist' })).toThrow('absolute');
  const dir = mkdtempSync(join(tmpdir(), 'portage-docs-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  expect(() => registerDocsSite(Fastify(), { dir })).toThrow('not built');
});

test('a site that is being built says so, and is there when it is built', async () => {
  const app = Fastify();
  let finish: () => void = () => undefined;
  const built = new Promise<void>((resolve) => (finish = resolve));
  registerDocsSite(app, { dir: writeSite(), built });
  const before = await app.inject({ url: '/docs/guide' });
  expect([before.statusCode, before.headers['retry-after']]).toEqual([503, '3']);
  expect(before.body).toContain('is being built');
  finish();
  await built;
  const after = await app.inject({ url: '/docs/guide' });
  expect(after.statusCode).toBe(200);
  expect(after.body).toContain('<title>guides</title>');
});

test('a site that could not be built says so', async () => {
  const app = Fastify();
  const built = Promise.reject(new Error('no'));
  registerDocsSite(app, { dir: writeSite(), built });
  await built.catch(() => undefined);
  const page = await app.inject({ url: '/docs' });
  expect(page.statusCode).toBe(503);
  expect(page.body).toContain('could not be built');
});
