import { afterAll, beforeAll, expect, test } from 'vitest';
import { quoteKinds, runFuzz } from './runFuzz.js';
import { startFuzzSystem, type FuzzSystem } from './startFuzzSystem.js';

let system: FuzzSystem;
beforeAll(async () => {
  system = await startFuzzSystem();
});
afterAll(() => system.close());

test('A19, T13: a thousand random bodies are quoted or refused, and none of them stalls the service', async () => {
  const { url, world, verify } = system;
  const report = await runFuzz({ url, world, verify, bodies: 1_000, seed: 20_261_125 });
  const { sent, answers, quoted, faults, stalls } = report;
  expect(faults).toEqual([]);
  expect(stalls).toEqual([]);
  expect(sent).toBe(1_000);
  // The bodies are close to the schema: quotes of every kind, and refusals for many reasons.
  expect(quoteKinds.filter((kind) => (quoted.get(kind) ?? 0) < 3)).toEqual([]);
  expect(answers.size).toBeGreaterThan(12);
  expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
});
