import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const setup = pathToFileURL(join(import.meta.dirname, 'setup.mjs')).href;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'portage-setup-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** Sets up with a script in the place of npx, and says what a person then sees. */
function setUpWith(npx: string): { code: number | null; stdout: string; stderr: string } {
  writeFileSync(join(folder, 'npx'), `#!/bin/sh\n${npx}\n`, { mode: 0o755 });
  const program = `import { setUp } from ${JSON.stringify(setup)}; await setUp(); console.log('ready');`;
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--input-type=module', '-e', program],
    {
      encoding: 'utf8',
      env: { ...process.env, PATH: `${folder}${delimiter}${process.env['PATH'] ?? ''}` },
    },
  );
  return { code: status, stdout, stderr };
}

describe.skipIf(process.platform === 'win32')('set-up', () => {
  it('says nothing where everything is there', () => {
    expect(setUpWith('echo "some words of a tool"; echo "npm warn of a setting" >&2')).toEqual({
      code: 0,
      stdout: 'ready\n',
      stderr: '',
    });
  });

  it('says in its own words what takes long, and names the package that is built', () => {
    const build = [
      '   • Running build in 3 packages',
      '@portage/core:build: cache hit, suppressing logs 1f',
      '@portage/evm:build: cache miss, executing 2f',
    ].join('\\n');
    const { stdout, stderr } = setUpWith(
      `case "$*" in *install*) sleep 2.2;; *) sleep 1.6; printf '${build}\\n'; sleep 0.1;; esac`,
    );
    expect(stdout).toBe('ready\n');
    expect(stderr).toMatch(/^installing dependencies \(\d+ s\) …\n/);
    expect(stderr).toMatch(/\nbuilding 2 of 3 @portage\/evm \(\d+ s\) …\n$/);
    expect(stderr).not.toMatch(/pnpm|turbo|cache/);
  });

  it('shows the whole output of what fails, and ends with its code', () => {
    const { code, stdout, stderr } = setUpWith('echo "of stdout"; echo "of stderr" >&2; exit 3');
    expect([code, stdout]).toEqual([3, '']);
    expect(stderr).toContain('of stdout\n');
    expect(stderr).toContain('of stderr\n');
    expect(stderr).toMatch(/"npx pnpm@[\d.]+ install .*" failed with exit code 3\.\n$/);
  });

  it('asks the tools for no warnings about settings of the machine', () => {
    const { stderr } = setUpWith('echo "level $npm_config_loglevel" >&2; exit 1');
    expect(stderr).toContain('level error\n');
  });
});
