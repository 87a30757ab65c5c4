import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { createTreeClock } from './treeClock.mjs';

/** Program that works for some CPU milliseconds. */
const work = (ms: number): string =>
  `const until = process.cpuUsage().user + ${String(ms * 1000)}; while (process.cpuUsage().user < until);`;

/** Program that starts another one beside itself, and leaves at once. */
const leaveBehind = (program: string): string =>
  `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(program)}], { detached: true, stdio: 'inherit' }).unref();`;

/** Program that waits for another one. */
const waitFor = (program: string): string =>
  `require('node:child_process').spawnSync(process.execPath, ['-e', ${JSON.stringify(program)}], { stdio: 'inherit' });`;

test.runIf(process.platform === 'linux').each([
  ['that it waited for', waitFor(work(300))],
  ['that were left behind', leaveBehind(work(300))],
])('a clock counts processes %s, and those that ended', async (_, program) => {
  const mark = `PORTAGE_BENCH_MARK=${crypto.randomUUID()}`;
  const [name = '', value] = mark.split('=');
  const child = spawn(process.execPath, ['-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, [name]: value },
  });
  const clock = createTreeClock(child.pid ?? 0, mark);
  const ticking = setInterval(() => clock.tick(), 50);
  child.stdout.resume();
  // Its output closes when the last process that inherited it has ended.
  await once(child, 'close');
  clearInterval(ticking);
  expect(clock.tick()).toBeGreaterThan(0.25);
});
