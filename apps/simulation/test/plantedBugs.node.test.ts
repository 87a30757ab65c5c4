import { createTestDatabases } from '@portage/database/testing';
import { afterAll, describe, expect, it } from 'vitest';
import { findSeed } from '../src/plantedBugs/findSeed.js';
import { plantedBugs } from '../src/plantedBugs/plantedBugs.js';

const databases = createTestDatabases();

afterAll(() => databases.close());

/** Found with the first seed; the nightly command takes them all. */
const quick = plantedBugs.filter(({ code }) => code === 'PB18');

describe('a planted bug', () => {
  it.each(quick)(
    'is caught: $title',
    async (bug) => {
      const found = await findSeed(bug, {
        createDatabase: () => databases.createDatabase(),
        seedsMax: 2,
        orders: 60,
      });
      expect(found?.rules).not.toEqual([]);
    },
    240_000,
  );
});
