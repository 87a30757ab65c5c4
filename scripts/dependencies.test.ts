import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly packageManager: string; // Corepack and our scripts read it too.
};

describe('W9: what the project is built from', () => {
  it('has a hash for every package', () => {
    const lockfile = readFileSync(join(root, 'pnpm-lock.yaml'), 'utf8');
    const resolutions = lockfile.match(/^ {4}resolution: .*$/gm) ?? [];
    expect(resolutions.length).toBeGreaterThan(1_000);
    const loose = resolutions.filter((line) => !/\{integrity: sha512-[\w+/=]{88}\}$/.test(line));
    expect(loose).toEqual([]);
  });

  it('is installed from the lockfile alone, here and on every machine of checks', () => {
    const workflows = ['ci.yml', 'nightly.yml'].map((name) =>
      readFileSync(join(root, '.github/workflows', name), 'utf8'),
    );
    const setUp = readFileSync(join(root, 'scripts/setup.mjs'), 'utf8');
    expect(setUp).toMatch(/'install',\s+'--frozen-lockfile'/);
    for (const line of workflows.flatMap((text) => text.split('\n')))
      if (/pnpm(?:@\S+)? (?:install|i|add)\b|npm (?:ci|install)\b/.test(line))
        expect(line).toContain('--frozen-lockfile');
  });
});

/** A package with a script, in a registry of this process, and a project that depends on it. */
describe.skipIf(process.platform === 'win32')('W9: a package that was changed', () => {
  let folder: string;
  let tarball: Buffer;
  const registry = createServer((request, response) => {
    if (request.url === '/changed/-/changed-1.0.0.tgz') response.end(tarball);
    else response.writeHead(404).end();
  });

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'portage-dependencies-'));
    registry.listen(0, '127.0.0.1');
    await once(registry, 'listening');
  });
  afterAll(() => {
    registry.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** A package as a registry has it; its script leaves a mark in the project. */
  function pack(content: string): Buffer {
    const source = mkdtempSync(join(folder, 'source-'));
    mkdirSync(join(source, 'package'));
    const script = `node -e "require('fs').writeFileSync(process.env.INIT_CWD + '/mark', '')"`;
    const manifest = {
      name: 'changed',
      version: '1.0.0',
      main: 'index.js',
      scripts: { preinstall: script, install: script, postinstall: script },
    };
    writeFileSync(join(source, 'package/package.json'), JSON.stringify(manifest));
    writeFileSync(join(source, 'package/index.js'), content);
    execFileSync('tar', ['czf', 'package.tgz', 'package'], { cwd: source });
    return readFileSync(join(source, 'package.tgz'));
  }

  /** Installs a project whose lockfile has the hash of a package, as the set-up does. */
  async function install(of: Buffer): Promise<{ code: unknown; said: string; project: string }> {
    const project = mkdtempSync(join(folder, 'project-'));
    const integrity = `sha512-${createHash('sha512').update(of).digest('base64')}`;
    writeFileSync(
      join(project, 'package.json'),
      JSON.stringify({ name: 'project', private: true, dependencies: { changed: '1.0.0' } }),
    );
    writeFileSync(
      join(project, 'pnpm-lock.yaml'),
      `lockfileVersion: '9.0'

settings:
  autoInstallPeers: true
  excludeLinksFromLockfile: false

importers:

  .:
    dependencies:
      changed:
        specifier: 1.0.0
        version: 1.0.0

packages:

  changed@1.0.0:
    resolution: {integrity: ${integrity}}

snapshots:

  changed@1.0.0: {}
`,
    );
    const { port } = registry.address() as AddressInfo; // A TCP server has one.
    const child = spawn(
      'npx',
      [
        '-y',
        packageManager,
        'install',
        '--frozen-lockfile',
        '--ignore-workspace',
        '--store-dir',
        join(project, 'store'),
        '--reporter=append-only',
        '--registry',
        `http://127.0.0.1:${String(port)}/`,
        '--fetch-retries=0',
      ],
      { cwd: project, stdio: ['ignore', 'pipe', 'pipe'] },
    );
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (said += text));
    const [code] = (await once(child, 'close')) as unknown[];
    return { code, said, project };
  }

  it('is not installed, and one that was not runs no script', async () => {
    tarball = pack('module.exports = 1;');
    const good = await install(tarball);
    expect(good.code, good.said).toBe(0);
    expect(existsSync(join(good.project, 'node_modules/changed/index.js'))).toBe(true);
    expect(existsSync(join(good.project, 'mark'))).toBe(false);
    const bad = await install(pack('module.exports = 2;'));
    expect(bad.code).not.toBe(0);
    expect(bad.said).toMatch(/integrity/i);
    expect(existsSync(join(bad.project, 'node_modules/changed/index.js'))).toBe(false);
  });
});
