import { isNightly } from '@portage/testing';
import { expect, test } from 'vitest';
import { judgeCase } from './judgeNetworks.js';
import { networkCases } from './networkCases.js';
import { runCase } from './runCase.js';

/** Cases of every run: one for each kind of refusal. The night runs all. */
const few = ['bnb-tip-old', 'batch-3', 'logs-5', 'key-spent'];

test.each(networkCases.filter(({ name }) => isNightly || few.includes(name)))(
  'H15: $name ends in a fill within two blocks, or in a refusal with a name',
  async (each) => {
    const judged = judgeCase(each, await runCase(each));
    expect(judged.faults, judged.logged.join('\n')).toEqual([]);
    expect(judged.refusals > 0 || each.baseFee !== undefined).toBe(true);
  },
);
