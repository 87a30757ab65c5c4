import { readFileSync } from 'node:fs';
import { calibrate, measureLoop, treeCpuSeconds } from '../calibration.mjs';

const { cpuSeconds: budget } = JSON.parse(
  readFileSync(new URL('../testBudget.json', import.meta.url), 'utf8'),
);

/** Begins to count; resolves with what ends the count and says what it came to. */
export async function startCounting() {
  const before = await measureLoop();
  const start = treeCpuSeconds();
  return async () => {
    const end = treeCpuSeconds();
    if (start === undefined || end === undefined) return undefined;
    const after = await measureLoop();
    return { measured: end - start, ...calibrate(end - start, { before, after }) };
  };
}

/** Says what a run cost; `failure` where a whole run is beyond the budget on a quiet machine. */
export function judgeCost(cost, { isWhole }) {
  if (cost === undefined) return { line: 'CPU seconds are not counted on this system' };
  const { measured, seconds, isNoisy } = cost;
  const line = `${seconds.toFixed(0)} calibrated CPU seconds after set-up (${measured.toFixed(0)} as measured)`;
  if (!isWhole) return { line };
  const isBeyond = seconds > budget;
  if (isBeyond && !isNoisy) return { line, failure: `${line}: the budget is ${budget}` };
  const warning = isBeyond ? '; beyond it, but the machine was too noisy to judge' : '';
  return { line: `${line}, budget ${budget}${warning}` };
}
