import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTestDatabases } from '@portage/database/testing';
import { sizeOf } from '@portage/testing';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { sumEpisodes } from '../src/report/sumEpisodes.js';
import { runEpisode } from '../src/runEpisode.js';
import { planEpisodes, runEpisodes } from '../src/runSimulation.js';

const databases = createTestDatabases({ unaudited: 'each episode audits its own books' });

afterAll(() => databases.close());

const run = async (seed: string, orders: number, faultFactor = 1, isGasDear = true) =>
  runEpisode({ seed, orders, faultFactor, isGasDear, url: await databases.createDatabase() });

const seedSchema = z.object({
  seed: z.string(),
  orders: z.number(),
  faultFactor: z.number(),
  /** Fault that it found. */
  found: z.string(),
});

const folder = join(import.meta.dirname, 'seeds');
const seeds = readdirSync(folder).map((name) =>
  seedSchema.parse(JSON.parse(readFileSync(join(folder, name), 'utf8'))),
);

/** Orders under many faults. */
const orderCount = sizeOf({ daily: 200, nightly: 2_000 });

describe('a simulation', () => {
  it('loses nothing, and replays exactly by its seed', async () => {
    const first = await run('replayed', 40);
    expect(first).toMatchObject({ lostUnits: 0n, breaches: [], stuck: 0 });
    expect(await run('replayed', 40)).toEqual(first);
    expect((await run('other', 10)).trace).not.toBe(first.trace);
  });

  it.each(seeds)(
    'passes seed $seed, which found: $found',
    async ({ seed, orders, faultFactor }) => {
      // They were found before gas could be dear, and are the same only without it.
      expect(await run(seed, orders, faultFactor, false)).toMatchObject({
        lostUnits: 0n,
        breaches: [],
        stuck: 0,
      });
    },
  );

  it(`F1, H1, K1, K3: of ${String(orderCount)} orders under three times as many faults loses nothing`, async () => {
    const started = performance.now();
    const episodes = await runEpisodes(planEpisodes(orderCount, '16'), {
      createDatabase: () => databases.createDatabase(),
      onEpisode: () => undefined,
    });
    const report = sumEpisodes(
      { seed: '16', commit: '', ms: performance.now() - started },
      episodes,
    );
    expect(report.faultsTotal).toBeGreaterThan(3 * orderCount);
    expect(report).toMatchObject({
      orders: orderCount,
      failedSeeds: [],
      breaches: [],
      stuck: 0,
      lostUnits: '0',
      doubleFills: 0,
      doubleRefunds: 0,
      fillAndRefund: 0,
      prematureFills: 0,
      lateFills: 0,
      unattributedDeposits: 0,
      sponsorOvercharge: '0',
      maxLedgerImbalance: '0',
      chainVsLedgerDelta: '0',
    });
    expect(report.rpcLies).toMatchObject({ accepted: 0 });
    expect(report.rpcLies.offered).toBeGreaterThan(orderCount / 100);
  }, 900_000);
});
