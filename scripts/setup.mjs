/**
 * What a fresh machine needs before anything runs: the dependencies of the lockfile and a build.
 * Both are skipped in a moment when nothing changed. Plain JavaScript, because it runs before there
 * is anything to compile it with.
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

/** The pinned package manager, as `pnpm@1.2.3`. */
export const { packageManager } = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
);

/** For commands of the package manager. */
export const env = {
  ...process.env,
  TURBO_TELEMETRY_DISABLED: '1',
  DO_NOT_TRACK: '1',
  npm_config_update_notifier: 'false',
};

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
  return run('npx', ['-y', packageManager, ...args], options);
}

/**
 * Installs and builds; exits with the failing step's code. Its output goes to stderr, so stdout
 * stays for results.
 */
export async function setUp({ quiet = false } = {}) {
  const stdio = ['ignore', quiet ? 'ignore' : 2, 2];
  const steps = [
    ['install', '--frozen-lockfile', '--prefer-offline', ...(quiet ? ['--silent'] : [])],
    [
      'exec',
      'turbo',
      'run',
      'build',
      '--output-logs=errors-only',
      ...(quiet ? ['--no-update-notifier'] : []),
    ],
  ];
  for (const args of steps) {
    const code = await pnpm(args, { stdio });
    if (code !== 0) {
      process.stderr.write(`"pnpm ${args.join(' ')}" failed with exit code ${code}.\n`);
      process.exit(code);
    }
  }
}
