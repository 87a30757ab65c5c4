import { createServer } from 'node:net';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCommand } from './commands.js';
import { faultsOf } from './deploySteps.js';
import { runSteps, type Step } from './runSteps.js';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portage-limits-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

/** A service that takes connections and never answers; `asked` resolves at the first one. */
async function startMute(): Promise<{ url: string; asked: Promise<void>; stop(): void }> {
  const server = createServer();
  const asked = new Promise<void>((resolve) => server.once('connection', () => resolve()));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return { url: `http://127.0.0.1:${String(address.port)}`, asked, stop: () => server.close() };
}

test('a command that waits for what never comes is killed, and its step has its last words', async () => {
  const mute = await startMute();
  await writeFile(join(folder, 'keys.json'), '{}');
  const whole = new AbortController();
  const smoke = ['smoke', '--url', mute.url, '--keys', 'keys.json'];
  const step: Step = {
    name: 'smoke',
    work: async (signal) => {
      const ended = await runCommand('apps/cli', smoke, { folder, env: {}, signal });
      return { figures: '', faults: faultsOf('smoke', ended) };
    },
  };
  const after: Step = { name: 'after', work: () => Promise.resolve({ figures: '', faults: [] }) };
  const running = runSteps([step, after], { signal: whole.signal, note: () => undefined });
  await mute.asked;
  whole.abort();
  const steps = await running;
  mute.stop();
  expect(steps.map(({ step: name }) => name)).toEqual(['smoke']);
  expect(steps[0]?.faults).toEqual([
    expect.stringMatching(/^smoke was killed after [\d.]+ s: it said nothing$/),
  ]);
});
