import { createTestDatabases } from '@portage/database/testing';
import { casesOf } from '@portage/testing';
import { afterAll, describe, expect, it } from 'vitest';
import { createControls, findSeed } from '../src/findSeed.js';
import { plantedBugs } from '../src/plantedBugs/plantedBugs.js';
import { suiteBugs } from '../src/plantedBugs/suiteBugs.js';
import { runSuite } from '../src/runSuite.js';

const databases = createTestDatabases({ unaudited: 'the bugs that are planted break their books' });
const createDatabase = (): Promise<string> => databases.createDatabase();
const controls = createControls(createDatabase);

afterAll(() => databases.close());

/** Bugs that break money at once, with the rule that finds each. */
const quick = {
  PB9: { rule: 'a fill follows a deposit', orders: 60 },
  PB18: { rule: 'a refund goes where it was signed to go', orders: 60 },
  PB21: { rule: 'gas costs no more than the policy covers', orders: 60 },
} as const;

describe('a planted bug', () => {
  it.each(casesOf<keyof typeof quick>({ daily: ['PB9'], nightly: ['PB9', 'PB18', 'PB21'] }))(
    '%s is found',
    async (code) => {
      const { rule, orders } = quick[code];
      const bug = plantedBugs.find((one) => one.code === code);
      if (bug === undefined) throw new Error(`There is no ${code}.`);
      // Which rule a seed breaks first depends on every change of the product.
      const found = await findSeed(bug, { createDatabase, controls, seedsMax: 6, orders, rule });
      expect(found?.rules).toContain(rule);
    },
  );

  it('PB13 is found by the suite of fees', async () => {
    const bug = suiteBugs.find(({ code }) => code === 'PB13');
    if (bug === undefined) throw new Error('There is no PB13.');
    expect(await runSuite(bug)).not.toEqual([]);
  });

  it('is there for each code from PB1 to PB21', () => {
    const codes = [...plantedBugs, ...suiteBugs].map(({ code }) => code);
    expect(new Set(codes)).toEqual(
      new Set(Array.from({ length: 21 }, (_, index) => `PB${String(index + 1)}`)),
    );
  });
});
