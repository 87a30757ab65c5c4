import { connectAdmin } from './testServer.js';

/** Query that returns what breaks a rule of the data, each as its `subject`. */
export interface DataRule {
  readonly invariant: string;
  readonly rule: string;
  readonly text: string;
}

/** Rule that a database breaks. */
export interface BrokenRule {
  readonly invariant: string;
  readonly rule: string;
  /** Rows that break it, as texts. */
  readonly subjects: readonly string[];
}

/** Runs all rules against a database, as one query: a round trip for each takes longer than all. */
export async function auditDatabase(
  url: string,
  rules: readonly DataRule[],
): Promise<readonly BrokenRule[]> {
  if (rules.length === 0) return [];
  const session = await connectAdmin(url);
  try {
    const { rows } = await session.query<{ place: number; subject: string }>(
      rules
        .map(({ text }, place) => `select ${place} as place, subject::text from (${text}) as rule`)
        .join('\nunion all '),
    );
    return rules.flatMap(({ invariant, rule }, place) => {
      const subjects = rows.filter((row) => row.place === place).map(({ subject }) => subject);
      return subjects.length === 0 ? [] : [{ invariant, rule, subjects }];
    });
  } finally {
    await session.end();
  }
}
