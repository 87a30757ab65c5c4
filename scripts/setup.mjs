/**
 * What a fresh machine needs before anything runs: the dependencies of the lockfile and a build.
 * Both are skipped in a moment when nothing changed. Plain JavaScript, because it runs before there
 * is anything to compile it with.
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createBuildReader, createProgress } from './progress.mjs';

export const root = fileURLToPath(new URL('..', import.meta.url));

/** The pinned package manager, as `pnpm@1.2.3`. */
export const { packageManager } = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
);

/**
 * For commands of the package manager. Warnings about settings of the machine are no part of what
 * these commands have to say.
 */
export const env = {
  ...process.env,
  npm_config_loglevel: 'error',
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

/** Runs a command and keeps its output; resolves with its exit code and that output. */
function runQuietly(args, onOutput = () => undefined) {
  return new Promise((resolve, reject) => {
    let text = '';
    const child = spawn('npx', ['-y', packageManager, ...args], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env,
      shell: process.platform === 'win32',
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (chunk) => {
        text += chunk;
        onOutput(chunk);
      });
    }
    child.once('error', reject);
    child.once('close', (code) => resolve({ code: code ?? 1, text }));
  });
}

/**
 * Installs and builds, and says on stderr how far it is, so that stdout stays for results. Where a
 * step fails, its whole output is shown, and the process exits with its code.
 */
export async function setUp() {
  const progress = createProgress(process.stderr);
  const steps = [
    {
      text: 'installing dependencies',
      args: ['install', '--frozen-lockfile', '--prefer-offline', '--reporter=append-only'],
    },
    {
      text: 'building',
      args: ['exec', 'turbo', 'run', 'build', '--output-logs=new-only', '--log-order=stream'],
      onOutput: createBuildReader((text) => progress.advance(text)),
    },
  ];
  for (const { text, args, onOutput } of steps) {
    progress.begin(text);
    const { code, text: output } = await runQuietly(args, onOutput);
    progress.end();
    if (code === 0) continue;
    process.stderr.write(`${output}\n"npx ${packageManager} ${args.join(' ')}" failed `);
    process.stderr.write(`with exit code ${code}.\n`);
    process.exit(code);
  }
}
