import { testMsMax } from '@portage/testing';
import { expect, onTestFailed, test } from 'vitest';
import { isSound, printDeploy } from './printDeploy.js';
import { runDeploy } from './runDeploy.js';

/** Milliseconds of the test: a dozen commands as processes take minutes beside other tests. */
const msMax = 2 * testMsMax;

/** Milliseconds before the end of the test, in which nodes are stopped and the steps are told. */
const endMs = 40_000;

test(
  'from nothing to payments on networks with real ids, without a file edited by hand',
  async () => {
    const networks = ['base', 'optimism'];
    const notes: string[] = [];
    onTestFailed(() => {
      process.stderr.write(`${notes.join('\n')}\n`);
    });
    const signal = AbortSignal.timeout(msMax - endMs);
    const note = (text: string): void => void notes.push(text);
    const steps = await runDeploy({ networks, kills: 1, note, signal });
    expect(printDeploy(steps)).not.toContain('FAILED');
    expect(isSound(steps)).toBe(true);
    const rowsOf = (name: string): string =>
      JSON.stringify(steps.find(({ step }) => step === name));
    expect(rowsOf('check'), 'factories vouch for the pools').not.toContain('pools');
    expect(rowsOf('start and smoke')).toContain('usdc@base>weth@optimism');
    expect(steps.at(-1)?.step).toBe('verify after damage');
  },
  msMax,
);
