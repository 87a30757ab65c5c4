import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { printDeploy } from './printDeploy.js';
import { runSteps, type Step } from './runSteps.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const fine: Step = { name: 'fine', work: () => Promise.resolve({ figures: '3 rows', faults: [] }) };
const never: Step = { name: 'stuck', work: () => new Promise(() => undefined) };

/** Runs steps, and aborts the whole once the step of a name has begun. */
async function run(steps: readonly Step[], at?: string): Promise<[string, readonly string[]]> {
  const whole = new AbortController();
  const notes: string[] = [];
  const note = (text: string): void => {
    notes.push(text);
    if (text === `${String(at)} …`) whole.abort();
  };
  const running = runSteps(steps, { signal: whole.signal, note });
  await vi.advanceTimersByTimeAsync(10_000);
  return [printDeploy(await running), notes];
}

test('a step that does not end is the one that fails, after those that are done', async () => {
  const [printed, notes] = await run([fine, never, fine], 'stuck');
  expect(printed).toMatch(
    /^ok {6}fine .*3 rows\nFAILED {2}stuck .*\n {4}stuck did not end in its time\n/,
  );
  expect(notes).toEqual(['fine …', 'fine: ok after 0 s', 'stuck …', 'stuck: FAILED after 5 s']);
});

test('work that hears of its end has the last word', async () => {
  const polite: Step = {
    name: 'polite',
    work: (signal) =>
      new Promise((resolve) => {
        const say = (): void =>
          resolve({ figures: '', faults: ['deploy was killed after 9 s: …'] });
        signal.addEventListener('abort', say, { once: true });
      }),
  };
  const [printed] = await run([{ ...polite, msMax: 50 }]);
  expect(printed).toContain('deploy was killed after 9 s: …');
  expect(printed).not.toContain('did not end');
});

test('what a step throws is its fault', async () => {
  const broken: Step = { name: 'broken', work: () => Promise.reject(new Error('no rows')) };
  const [printed] = await run([fine, broken, fine]);
  expect(printed).toMatch(/FAILED {2}broken .*\n {4}broken: Error: no rows\n/);
});
