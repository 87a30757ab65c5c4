/** `npm start`: sets up, then runs the whole system (see apps/local). */
import { spawn } from 'node:child_process';
import { root, setUp } from './setup.mjs';

const args = process.argv.slice(2);
await setUp();

// The child gets Ctrl-C from the terminal itself; here we only wait for it to finish its own
// shutdown.
const child = spawn(process.execPath, ['apps/local/dist/bin.js', ...args], {
  cwd: root,
  stdio: 'inherit',
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => child.kill(signal));
}
child.once('exit', (code, signal) => {
  process.exitCode = code ?? (signal === 'SIGINT' ? 130 : 1);
});
