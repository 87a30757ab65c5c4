import { auditDatabase, type DataRule } from './auditDatabase.js';

/** Invariants that tests break on purpose, each with the reason. */
export type Planted = Readonly<Record<string, string>>;

/** Audits of databases that tests are done with. */
export interface Audits {
  /** Says that a rule of the database at `url` is broken on purpose, and why. */
  expectBroken(url: string, invariant: string, reason: string): void;
  /** Sentences on the databases that break a rule, or keep one that was to be broken. */
  run(urls: readonly string[]): Promise<readonly string[]>;
}

/** Subjects of a broken rule that are named, at most. */
const subjectsMax = 5;

/** Databases that are audited at a time; the server has as many cores for it at most. */
const workersMax = 4;

/**
 * Creates the audits of some databases by some rules; those of `planted` are broken in at least one
 * of the databases.
 */
export function createAudits(rules: readonly DataRule[], planted: Planted = {}): Audits {
  const expected = new Map<string, Map<string, string>>();
  const found = new Set<string>();

  async function audit(url: string): Promise<readonly string[]> {
    const name = nameOf(url);
    const own = expected.get(name) ?? new Map<string, string>();
    try {
      const broken = await auditDatabase(url, rules);
      for (const { invariant } of broken) found.add(invariant);
      const kept = [...own].filter(([id]) => !broken.some(({ invariant }) => invariant === id));
      return [
        ...broken
          .filter(({ invariant }) => !own.has(invariant) && !(invariant in planted))
          .map(
            ({ invariant, rule, subjects }) =>
              `${name} breaks ${invariant}, ${rule}: ${subjects.slice(0, subjectsMax).join(', ')} (${subjects.length} in all)`,
          ),
        ...kept.map(([invariant, reason]) => `${name} keeps ${invariant}, though ${reason}`),
      ];
    } catch (error) {
      return [`${name} cannot be audited: ${String(error)}`];
    }
  }

  return {
    expectBroken: (url, invariant, reason) => {
      const name = nameOf(url);
      expected.set(name, (expected.get(name) ?? new Map<string, string>()).set(invariant, reason));
    },
    run: async (urls) => {
      if (rules.length === 0) return [];
      const waiting = [...urls];
      const faults: string[] = [];
      const worker = async (): Promise<void> => {
        for (let url = waiting.pop(); url !== undefined; url = waiting.pop())
          faults.push(...(await audit(url)));
      };
      await Promise.all(Array.from({ length: workersMax }, worker));
      const kept = Object.entries(planted).filter(([invariant]) => !found.has(invariant));
      return [
        ...faults,
        ...kept.map(([invariant, reason]) => `No database breaks ${invariant}, though ${reason}`),
      ];
    },
  };
}

/** Name of the database of a URL. */
function nameOf(url: string): string {
  return new URL(url).pathname.slice(1);
}
