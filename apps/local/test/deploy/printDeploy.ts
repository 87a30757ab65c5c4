import type { TrialStep } from './trial.js';

/** Whether the whole way was gone without a fault. */
export function isSound(steps: readonly TrialStep[]): boolean {
  return steps.length > 0 && steps.every(({ faults }) => faults.length === 0);
}

/** A trial as a table for people. */
export function printDeploy(steps: readonly TrialStep[]): string {
  const rows = steps.flatMap(({ step, seconds, figures, faults, rows: own = [] }) => [
    `${faults.length === 0 ? 'ok    ' : 'FAILED'}  ${step.padEnd(20)}  ${String(seconds).padStart(6)} s  ${figures}`,
    ...own.map((row) => `    ${row}`),
    ...faults.map((fault) => `    ${fault}`),
  ]);
  return `${[...rows, '', isSound(steps) ? 'ok' : 'FAILED'].join('\n')}\n`;
}
