import { createTestDatabases } from '@portage/database/testing';
import { settlementMigrations } from '@portage/settlement';
import { findSeed, type FoundBug } from './findSeed.js';
import { plantedBugs } from './plantedBugs/plantedBugs.js';

/** A planted bug and how it was found; undefined where it was not. */
export interface PlantedResult {
  readonly code: string;
  readonly title: string;
  readonly found: FoundBug | undefined;
}

/** Orders of each seed. */
const orders = 80;

/** Looks for every planted bug, with so many seeds at most. */
export async function runPlantedBugs(
  seedsMax: number,
  onResult: (result: PlantedResult) => void,
): Promise<readonly PlantedResult[]> {
  const databases = createTestDatabases({ migrations: [settlementMigrations] });
  const createDatabase = (): Promise<string> => databases.createDatabase();
  const results: PlantedResult[] = [];
  try {
    for (const bug of plantedBugs) {
      const found = await findSeed(bug, { createDatabase, seedsMax, orders });
      const result = { code: bug.code, title: bug.title, found };
      results.push(result);
      onResult(result);
    }
  } finally {
    await databases.close();
  }
  return results;
}

/** A line about a planted bug. */
export function printResult({ code, title, found }: PlantedResult): string {
  if (found === undefined) return `${code.padEnd(5)} not found: ${title}`;
  const rules = found.rules.length === 0 ? `stuck ${String(found.stuck)}` : found.rules.join('; ');
  return `${code.padEnd(5)} found with seed ${String(found.seeds)}: ${title} (${rules})`;
}
