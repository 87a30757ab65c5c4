import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';

const scripts = (name: string): string =>
  JSON.stringify(pathToFileURL(join(import.meta.dirname, name)).href);

/** Runs steps whose commands are lines of a shell, and says what a person then sees. */
function runSteps(steps: readonly { text: string; line: string; reader?: string }[]): {
  code: number | null;
  stdout: string;
  stderr: string;
} {
  const list = steps.map(
    ({ text, line, reader = 'undefined' }) =>
      `{ text: ${JSON.stringify(text)}, command: () => ['sh', '-c', ${JSON.stringify(line)}], reader: ${reader} }`,
  );
  const program = `import { runSteps } from ${scripts('runSteps.mjs')};
    import { createBuildReader, createCompileReader } from ${scripts('progress.mjs')};
    await runSteps([${list.join(', ')}]); console.log('ready');`;
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--input-type=module', '-e', program],
    { encoding: 'utf8' },
  );
  return { code: status, stdout, stderr };
}

describe.skipIf(process.platform === 'win32')('steps of a set-up', () => {
  it('say nothing where everything is there', () => {
    const line = 'echo "some words of a tool"; echo "npm warn of a setting" >&2';
    expect(runSteps([{ text: 'installing', line }])).toEqual({
      code: 0,
      stdout: 'ready\n',
      stderr: '',
    });
  });

  it('say in their own words what takes long, and name the package that is built', () => {
    const build = [
      '   • Running build in 3 packages',
      '@portage/core:build: cache hit, suppressing logs 1f',
      '@portage/evm:build: cache miss, executing 2f',
    ].join('\\n');
    const { stdout, stderr } = runSteps([
      { text: 'installing dependencies', line: 'sleep 2.2' },
      { text: 'building', line: `printf '${build}\\n'; sleep 2.2`, reader: 'createBuildReader' },
    ]);
    expect(stdout).toBe('ready\n');
    expect(stderr).toMatch(/^installing dependencies \(\d+ s\) …\nbuilding 2 of 3 @portage\/evm/);
    expect(stderr).not.toMatch(/cache/);
  });

  it('name the project that is compiled, not those that are as they were', () => {
    const compile = [
      '1:00:00 AM - Projects in this build: ',
      '    * packages/core/tsconfig.json',
      '    * packages/evm/tsconfig.json',
      '    * tsconfig.build.json',
      "1:00:00 AM - Project 'packages/core/tsconfig.json' is up to date because it is newer",
      "1:00:00 AM - Project 'packages/evm/tsconfig.json' is out of date because it is older",
      "1:00:00 AM - Building project 'packages/evm/tsconfig.json'...",
    ].join('\\n');
    const line = `printf "${compile}\\n"; sleep 2.2`;
    const { stderr } = runSteps([{ text: 'compiling', line, reader: 'createCompileReader' }]);
    expect(stderr).toMatch(/^compiling 2 of 2 packages\/evm \(\d+ s\) …\n$/);
  });

  it('show the whole output of what fails, and end with its code', () => {
    const line = 'echo "of stdout"; echo "of stderr" >&2; exit 3';
    const { code, stdout, stderr } = runSteps([
      { text: 'one', line },
      { text: 'two', line: 'echo never' },
    ]);
    expect([code, stdout]).toEqual([3, '']);
    expect(stderr).toContain('of stdout\n');
    expect(stderr).toContain('of stderr\n');
    expect(stderr).toMatch(/"sh -c echo .*" failed with exit code 3\.\n$/);
    expect(stderr).not.toContain('never');
  });

  it('ask the tools for no warnings about settings of the machine', () => {
    const { stderr } = runSteps([
      { text: 'one', line: 'echo "level $npm_config_loglevel" >&2; exit 1' },
    ]);
    expect(stderr).toContain('level error\n');
  });
});
