import { afterAll, beforeAll, expect, test } from 'vitest';
import { runFuzz } from './runFuzz.js';
import { startFuzzServer, type FuzzServer } from './startFuzzServer.js';

let server: FuzzServer;
beforeAll(async () => {
  server = await startFuzzServer();
});
afterAll(() => server.close());

test('six hundred random bodies are quoted or refused, and none of them stalls the server', async () => {
  const { sent, answers, faults, stalls } = await runFuzz({
    url: server.url,
    bodies: 600,
    seed: 20_261_121,
  });
  expect(faults).toEqual([]);
  expect(stalls).toEqual([]);
  expect(server.logged).toEqual([]);
  expect(sent).toBe(600);
  // The bodies are close to the schema: some are quoted, and refusals have many reasons.
  expect(answers.get('200')).toBeGreaterThan(20);
  expect(answers.size).toBeGreaterThan(8);
  expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
});
