/**
 * What a fresh machine needs before anything runs: the dependencies of the lockfile and a build.
 * Both are skipped in a moment when nothing changed. Plain JavaScript, because it runs before there
 * is anything to compile it with.
 */
import { spawn } from 'node:child_process';
import { bundle, compile } from './build.mjs';
import { env, manager, packageManager } from './packageManager.mjs';
import { root, runSteps } from './runSteps.mjs';

export { env, packageManager, root };

/** Runs a command in the root and resolves with its exit code. */
export function run(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: 'inherit',
      env,
      shell: process.platform === 'win32',
      ...options,
    });
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve(code ?? (signal === null ? 1 : 130)));
  });
}

/** Runs a command of the pinned package manager, which need not be installed. */
export function pnpm(args, options = {}) {
  const [command, ...words] = manager;
  return run(command, [...words, ...args], options);
}

const install = {
  text: 'installing dependencies',
  command: () => [
    ...manager,
    'install',
    '--frozen-lockfile',
    '--prefer-offline',
    '--reporter=append-only',
  ],
};

/** Installs what scripts need that build nothing. */
export function setUpTools() {
  return runSteps([install]);
}

/** Installs and builds everything. */
export function setUp() {
  return runSteps([install, compile(), bundle()]);
}

/** Installs and builds what the local system runs until its first transfer. */
export function setUpSystem() {
  return runSteps([install, compile(['apps/local', 'apps/cli']), bundle(['service', 'web'])]);
}
