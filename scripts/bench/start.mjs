/**
 * `npm run bench -- start`: what a newcomer waits for. Clones the newest commit, and runs
 * `npm start -- --once` there with empty stores of packages, in calibrated CPU seconds beside those
 * of the clock. Fails beyond a budget, unless the machine was too uneven to say so.
 */
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { calibrate, measureLoop } from '../calibration.mjs';
import { root } from '../setup.mjs';
import { createTreeClock } from './treeClock.mjs';

/** Calibrated CPU seconds, until the first transfer and the page are there and until the end. */
const budgets = { first: 170, end: 250 };
const tickMs = 500;
const minutesMax = 60;
const firstTransfer = 'bridge-usdc-optimism-base';
const served = /serves at (http:\/\/[\w.]+:\d+)/;

/** Environment in which nothing was ever installed. */
function emptyStores(folder, mark) {
  return {
    ...process.env,
    npm_config_cache: join(folder, 'npm'),
    npm_config_store_dir: join(folder, 'store'),
    XDG_CACHE_HOME: join(folder, 'cache'),
    XDG_DATA_HOME: join(folder, 'data'),
    XDG_STATE_HOME: join(folder, 'state'),
    PNPM_HOME: join(folder, 'pnpm'),
    PORTAGE_BENCH_MARK: mark,
  };
}

/** Runs the start to its end and resolves with the moments; `seconds` are CPU, `wall` the clock. */
function runStart(folder, clone) {
  const mark = folder;
  const child = spawn('npm', ['start', '--', '--once'], {
    cwd: clone,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: emptyStores(folder, mark),
  });
  const clock = createTreeClock(child.pid, `PORTAGE_BENCH_MARK=${mark}`);
  const begun = performance.now();
  const moment = () => ({ seconds: clock.tick(), wall: (performance.now() - begun) / 1000 });
  let text = '';
  let first;
  let isAsking = false;
  const ask = async () => {
    const url = served.exec(text)?.[1];
    if (first !== undefined || isAsking || url === undefined || !text.includes(firstTransfer))
      return;
    isAsking = true;
    const answer = await fetch(url).catch(() => undefined);
    isAsking = false;
    if (answer?.ok === true && (await answer.text()).includes('<')) first ??= moment();
  };
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk) => {
      text += chunk;
      void ask();
    });
  const ticking = setInterval(() => {
    clock.tick();
    void ask();
  }, tickMs);
  const limit = setTimeout(() => child.kill('SIGTERM'), minutesMax * 60_000);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      clearInterval(ticking);
      clearTimeout(limit);
      const end = moment();
      if (code === 0 && first !== undefined) resolve({ first, end });
      else reject(new Error(`npm start ended with ${code} before all was there:\n${text}`));
    });
  });
}

const show = (name, { seconds, wall }, budget, loops) => {
  const calibrated = calibrate(seconds, loops);
  const isBeyond = calibrated.seconds > budget;
  const judgement = !isBeyond ? '' : calibrated.isNoisy ? ' beyond it, but noisy' : ' BEYOND';
  process.stdout.write(
    `${name.padEnd(32)} ${calibrated.seconds.toFixed(0).padStart(5)} calibrated CPU s of ${budget}${judgement} (${seconds.toFixed(0)} here, ${wall.toFixed(0)} by the clock)\n`,
  );
  return isBeyond && !calibrated.isNoisy;
};

/** Measures once; resolves with the exit code. */
export async function benchStart() {
  if (process.platform !== 'linux') {
    process.stderr.write('The CPU time of a tree of processes can only be told on Linux.\n');
    return 2;
  }
  const folder = mkdtempSync(join(tmpdir(), 'portage-bench-start-'));
  try {
    const clone = join(folder, 'clone');
    execFileSync('git', ['clone', '--quiet', root, clone]);
    const before = await measureLoop();
    const { first, end } = await runStart(folder, clone);
    const loops = { before, after: await measureLoop() };
    const beyond = [
      show(`until ${firstTransfer}`, first, budgets.first, loops),
      show('until the end', end, budgets.end, loops),
    ];
    process.stdout.write(
      `loop: ${loops.before.toFixed(2)} CPU s before, ${loops.after.toFixed(2)} after\n`,
    );
    return beyond.includes(true) ? 1 : 0;
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }
}
