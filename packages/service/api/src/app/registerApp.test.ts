import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { createChains } from '@portage/core/chain';
import { createFakeChain } from '@portage/testing';
import Fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { registerApp } from './registerApp.js';

const script = `console.log(${JSON.stringify('portage '.repeat(200))});\n`;

function serveApp() {
  const folder = mkdtempSync(join(tmpdir(), 'portage-app-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const dir = join(folder, 'dist');
  mkdirSync(join(dir, 'app'), { recursive: true });
  writeFileSync(join(folder, 'secret.txt'), 'secret');
  writeFileSync(join(dir, 'index.html'), '<!doctype html><title>app</title>');
  writeFileSync(join(dir, 'app/index-1a2b3c4d.js'), script);
  writeFileSync(join(dir, 'app/index-1a2b3c4d.js.map'), '{}');
  const app = Fastify();
  const { chain } = createFakeChain({ id: 8453, slug: 'base' });
  registerApp(app, { dir, faucetUrl: 'http://127.0.0.1:8544/faucet' }, createChains([chain]));
  return app;
}

test('every page of the app is its index, which is asked for each time', async () => {
  const app = serveApp();
  for (const url of ['/', '/activity', '/activity/0xab?x=1']) {
    const page = await app.inject({ url });
    expect([page.statusCode, page.body]).toEqual([200, '<!doctype html><title>app</title>']);
    expect(page.headers['cache-control']).toBe('no-cache');
    expect(page.headers['content-security-policy']).toMatch(
      /^default-src 'none';.* connect-src 'self' http:\/\/127\.0\.0\.1:8544;.* script-src 'self';/,
    );
  }
});

test('hashed files are kept for ever, and are sent compressed to whoever takes that', async () => {
  const app = serveApp();
  const url = '/app/index-1a2b3c4d.js';
  const plain = await app.inject({ url });
  expect([plain.body, plain.headers['content-encoding']]).toEqual([script, undefined]);
  expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  const packed = await app.inject({ url, headers: { 'accept-encoding': 'br, gzip' } });
  expect(packed.headers['content-encoding']).toBe('gzip');
  expect(gunzipSync(packed.rawPayload).toString()).toBe(script);
  expect(packed.headers['content-length']).toBe(String(packed.rawPayload.length));
  const again = await app.inject({ url, headers: { 'if-none-match': `${packed.headers.etag}` } });
  expect([again.statusCode, again.body]).toEqual([304, '']);
});

test.each([
  '/../secret.txt',
  '/app/../../secret.txt',
  '/app/..%2f..%2fsecret.txt',
  '/app/%2e%2e/%2e%2e/secret.txt',
  '/app/index-1a2b3c4d.js.map',
  '/app/',
  '/index.js',
])('nothing else of the disk can be read: %s', async (url) => {
  expect((await serveApp().inject({ url })).statusCode).toBe(404);
});

test('settings name the faucet of a devnet', async () => {
  const { body } = await serveApp().inject({ url: '/app/settings.json' });
  expect(JSON.parse(body)).toEqual({ faucetUrl: 'http://127.0.0.1:8544/faucet' });
});

test('a folder without an app is refused, and so is a relative one', () => {
  const chains = createChains([createFakeChain({ id: 8453, slug: 'base' }).chain]);
  expect(() => registerApp(Fastify(), { dir: 'dist' }, chains)).toThrow('absolute');
  const dir = mkdtempSync(join(tmpdir(), 'portage-app-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  expect(() => registerApp(Fastify(), { dir }, chains)).toThrow('not built');
});
