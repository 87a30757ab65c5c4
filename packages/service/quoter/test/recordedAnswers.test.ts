import { expect, it } from 'vitest';
import { quoteIn, readRecording } from './recording.js';

const { worlds, requests } = readRecording();

it('answers, stores and refuses what was recorded', async () => {
  expect(requests.length).toBeGreaterThan(600);
  for (const { outcome, ...request } of requests) {
    const world = worlds[request.world]!;
    expect({ request, outcome: await quoteIn(world, request) }).toEqual({ request, outcome });
  }
});
