import { createTestDatabases } from '@portage/database/testing';
import { settlementMigrations } from '@portage/settlement';
import { createControls, findSeed, type FindOptions } from './findSeed.js';
import { plantedBugs } from './plantedBugs/plantedBugs.js';
import { suiteBugs } from './plantedBugs/suiteBugs.js';
import { runSuite } from './runSuite.js';

/** A planted bug and how it was found. */
export interface PlantedResult {
  readonly code: string;
  readonly title: string;
  readonly how: 'simulation' | 'suite';
  readonly isCaught: boolean;
  /** Seeds of the simulation that it took; 0 for a suite. */
  readonly seeds: number;
  /** Rules that it broke, or tests that failed. */
  readonly by: readonly string[];
}

/** Options of {@link runPlantedBugs}. */
export interface PlantedOptions {
  /** Seeds that a bug may take. */
  readonly seedsMax: number;
  /** Codes of the bugs to plant; all by default. */
  readonly codes?: readonly string[] | undefined;
  readonly onResult: (result: PlantedResult) => void;
}

/** Orders of each seed. */
const orders = 80;

const numberOf = ({ code }: { readonly code: string }): number => Number(code.slice(2));

async function simulate(
  bug: (typeof plantedBugs)[number],
  options: FindOptions,
): Promise<PlantedResult> {
  const { code, title } = bug;
  const found = await findSeed(bug, options);
  const stuck = found === undefined || found.stuck === 0 ? [] : [`${String(found.stuck)} stuck`];
  return {
    code,
    title,
    how: 'simulation',
    isCaught: found !== undefined,
    seeds: found?.seeds ?? options.seedsMax,
    by: [...(found?.rules ?? []), ...stuck],
  };
}

async function suite(bug: (typeof suiteBugs)[number]): Promise<PlantedResult> {
  const { code, title } = bug;
  const failed = await runSuite(bug);
  return { code, title, how: 'suite', isCaught: failed.length > 0, seeds: 0, by: failed };
}

/** Plants one bug after another, and says by what each is found. */
export async function runPlantedBugs({
  seedsMax,
  codes,
  onResult,
}: PlantedOptions): Promise<readonly PlantedResult[]> {
  const databases = createTestDatabases({ migrations: [settlementMigrations] });
  const createDatabase = (): Promise<string> => databases.createDatabase();
  const options = { createDatabase, controls: createControls(createDatabase), seedsMax, orders };
  const planned = [
    ...plantedBugs.map((bug) => ({ code: bug.code, run: () => simulate(bug, options) })),
    ...suiteBugs.map((bug) => ({ code: bug.code, run: () => suite(bug) })),
  ]
    .filter(({ code }) => codes?.includes(code) ?? true)
    .sort((one, other) => numberOf(one) - numberOf(other));
  const results: PlantedResult[] = [];
  try {
    for (const { run } of planned) {
      const result = await run();
      results.push(result);
      onResult(result);
    }
  } finally {
    await databases.close();
  }
  return results;
}

/** Median of the seeds that the bugs took which the simulation found. */
export function medianSeeds(results: readonly PlantedResult[]): number {
  const seeds = results
    .filter(({ how, isCaught }) => how === 'simulation' && isCaught)
    .map((result) => result.seeds)
    .sort((one, other) => one - other);
  return seeds[Math.floor(seeds.length / 2)] ?? 0;
}

/** A line about a planted bug. */
export function printResult({ code, title, how, isCaught, seeds, by }: PlantedResult): string {
  const found = isCaught ? 'caught' : 'NOT CAUGHT';
  const cost = how === 'simulation' ? `${String(seeds)} seeds` : 'suite';
  return `${code.padEnd(5)} ${found.padEnd(10)} ${cost.padEnd(8)} ${title} (${by.join('; ')})`;
}
