import { expect, test } from 'vitest';
import { isSound, printDeploy } from './printDeploy.js';
import { runDeploy } from './runDeploy.js';

test('from nothing to payments on networks with real ids, without a file edited by hand', async () => {
  const networks = ['base', 'optimism'];
  const steps = await runDeploy({ networks, kills: 1, note: () => undefined });
  expect(printDeploy(steps)).not.toContain('FAILED');
  expect(isSound(steps)).toBe(true);
  expect(steps.at(-1)?.step).toBe('verify after damage');
});
