import { createTestDatabases } from '@portage/database/testing';
import { afterAll, describe, expect, it } from 'vitest';
import { runEpisode } from '../src/runEpisode.js';

const databases = createTestDatabases();

afterAll(() => databases.close());

const run = async (seed: string, orders: number) =>
  runEpisode({ seed, orders, url: await databases.createDatabase() });

describe('a simulation', () => {
  it('loses nothing, and replays exactly by its seed', async () => {
    const first = await run('replayed', 40);
    expect(first).toMatchObject({ lostUnits: 0n, breaches: [], stuck: 0 });
    const total = Object.values(first.faults).reduce((sum, count) => sum + count, 0);
    expect(total).toBeGreaterThan(3 * 40);
    const again = await run('replayed', 40);
    expect(again).toEqual(first);
    const other = await run('other', 20);
    expect(other).toMatchObject({ lostUnits: 0n, breaches: [], stuck: 0 });
    expect(other.trace).not.toBe(first.trace);
  }, 240_000);
});
