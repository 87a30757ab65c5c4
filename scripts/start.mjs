/**
 * `npm start`: sets up what the local system needs, then runs it (see apps/local). The
 * documentation is built beside it, after the first transfer.
 */
import { spawn } from 'node:child_process';
import { setPriority } from 'node:os';
import { bundle } from './build.mjs';
import { runQuietly } from './runSteps.mjs';
import { root, setUpSystem } from './setup.mjs';

let isStopping = false;

/** Builds the documentation behind everything else, until all stops; says why where that fails. */
async function buildDocs() {
  let builder;
  child.once('exit', () => builder?.kill());
  const { code, text } = await runQuietly(bundle(['docs']).command(), {
    onStart: (started) => {
      builder = started;
      setPriority(started.pid, 10);
    },
  });
  if (code !== 0 && !isStopping)
    process.stderr.write(`${text}\nThe documentation could not be built.\n`);
  return code === 0;
}

const args = process.argv.slice(2);
await setUpSystem();

// The child gets Ctrl-C from the terminal itself; here we only wait for it to finish its own
// shutdown.
const child = spawn(process.execPath, ['apps/local/dist/bin.js', ...args], {
  cwd: root,
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    isStopping = true;
    child.kill(signal);
  });
}
child.once('message', async () => {
  if (args.includes('--once')) return;
  const isBuilt = await buildDocs();
  if (child.connected) child.send(isBuilt ? 'docs-built' : 'docs-failed');
});
child.once('exit', (code, signal) => {
  isStopping = true;
  process.exitCode = code ?? (signal === 'SIGINT' ? 130 : 1);
});
