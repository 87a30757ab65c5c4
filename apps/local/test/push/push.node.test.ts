import { isNightly } from '@portage/testing';
import { expect, test } from 'vitest';
import { judgePush } from './judge/judgePush.js';
import { countKills } from './killWorkers.js';
import { runPush } from './runPush.js';

test.runIf(isNightly)(
  'PU29: six requests are told whole, in order and signed while workers are killed',
  async () => {
    const note = (): void => undefined;
    const report = await runPush({ requests: 6, kills: 2, payers: 4, seed: 1, note });
    const judged = judgePush(report);
    expect(judged.faults).toEqual([]);
    expect(countKills(report.kills)).toBeGreaterThanOrEqual(2);
    expect(judged.receivers).toMatchObject({
      well: { events: expect.any(Number) as number },
      away: { events: expect.any(Number) as number },
    });
    expect(judged.verifier.refused['body']).toBe(report.arrivals.length);
  },
);
