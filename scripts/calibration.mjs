/**
 * Calibrated CPU seconds. Machines of one kind differ by a factor of two, and neighbours slow each
 * other down, so the time of a fixed loop before and after says how quick this machine is now.
 * Plain JavaScript, because it is used before anything is built; it needs an install, for the
 * database.
 */
import { execFile, execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const program = fileURLToPath(new URL('calibration/loop.mjs', import.meta.url));
const base = JSON.parse(readFileSync(new URL('../bench/base.json', import.meta.url), 'utf8'));

/** CPU seconds of the loop on the machine that the budgets were written for. */
export const { referenceSeconds } = base;

/** Factor between the loops before and after beyond which a figure is only told, not judged. */
export const noiseMax = 1.3;

/** CPU seconds of one fixed loop of JavaScript and SQL on this machine; undefined where unknown. */
export async function measureLoop() {
  if (process.platform !== 'linux') return undefined;
  const { stdout } = await promisify(execFile)(process.execPath, [program]);
  return JSON.parse(stdout).cpuSeconds;
}

/**
 * CPU seconds as the machine of the budgets would have taken, by the loop before and after. A noisy
 * figure warns instead of failing; one without a loop is as measured and counts as noisy.
 */
export function calibrate(cpuSeconds, { before, after }, reference = referenceSeconds) {
  if (before === undefined || after === undefined) return { seconds: cpuSeconds, isNoisy: true };
  const seconds = (cpuSeconds * reference) / ((before + after) / 2);
  return { seconds, isNoisy: Math.max(before, after) / Math.min(before, after) > noiseMax };
}

/**
 * CPU seconds so far of this process and of all descendants that have ended and were waited for.
 * Undefined where the system has no `/proc`.
 */
export function treeCpuSeconds() {
  if (process.platform !== 'linux') return undefined;
  const stat = readFileSync('/proc/self/stat', 'utf8');
  // The command's name may hold spaces and brackets; user, system and the children's follow it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  return ticks / ticksPerSecond();
}

let ticks;
function ticksPerSecond() {
  ticks ??= Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));
  return ticks;
}
