import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CommandOptions } from './runProgram.js';

/** A page that is served until it is closed. */
export interface ServedPage {
  readonly url: string;
  close(): Promise<void>;
}

const startMsMax = 60_000;
const pollMs = 100;

/** Runs `npm start` of an example on a free port and resolves once it answers. */
export async function servePage(
  { cwd, env }: CommandOptions,
  argsOf: (port: number) => readonly string[],
): Promise<ServedPage> {
  const port = await freePort();
  const url = `http://127.0.0.1:${String(port)}`;
  const child = spawn('npm', ['start', '--silent', '--', ...argsOf(port)], {
    cwd,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env },
    // npm does not end what it started; a group of its own ends as a whole.
    detached: true,
  });
  const ended = once(child, 'close');
  const close = async (): Promise<void> => {
    if (child.exitCode !== null || child.pid === undefined) return;
    process.kill(-child.pid, 'SIGTERM');
    await ended;
  };
  const until = Date.now() + startMsMax;
  while (!(await answers(url))) {
    if (child.exitCode !== null || Date.now() > until) {
      await close();
      throw new Error(`${cwd} serves no page.`);
    }
    await sleep(pollMs);
  }
  return { url, close };
}

async function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (typeof address !== 'object' || address === null) throw new Error('There is no free port.');
  return address.port;
}
