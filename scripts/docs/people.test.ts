import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

/** Columns that hold an account of a person, a name, or a whole request. */
const personal =
  /^(?:payer|recipient|owner|(?:app_)?wallet|depositor|refund_to|address|account|sender|signature|key|quote|quote_request|event|referrer|raw)$/;

/** Tables whose accounts are those of the service, whatever the column is called. */
const ofTheService = ['balance_counts', 'inventory', 'reconciliations'];

/** Tables of a schema with the names of their columns. */
function tablesOf(schema: string): ReadonlyMap<string, readonly string[]> {
  const tables = schema.matchAll(/create (?:unlogged )?table (\w+) \((.*?)\n\)/gs);
  return new Map(
    [...tables].map(([, name = '', body = '']) => [
      name,
      [...body.matchAll(/^ {2}(?!constraint)(\w+) /gm)].map(([, column = '']) => column),
    ]),
  );
}

const tables = new Map(
  ['settlement', 'access'].flatMap((part) => [
    ...tablesOf(read(`packages/service/${part}/schema.sql`)),
  ]),
);
const page = read('docs/people.md');

describe('the page on what is stored about people', () => {
  it('names every table that holds an account of a person', () => {
    const holding = [...tables].filter(
      ([name, columns]) =>
        !ofTheService.includes(name) && columns.some((column) => personal.test(column)),
    );
    expect(holding.length).toBeGreaterThan(15);
    expect(holding.map(([name]) => name).filter((name) => !page.includes(`\`${name}\``))).toEqual(
      [],
    );
  });

  it('names no table that is not there', () => {
    const [, rows = ''] = page.split('## In the database');
    const named = [...rows.split('\n## ')[0]!.matchAll(/^\|[^|]*\|([^|]*)\|/gm)]
      .slice(2)
      .flatMap(([, cell = '']) => [...cell.matchAll(/`(\w+)`/g)].map(([, name = '']) => name));
    expect(named.length).toBeGreaterThan(15);
    expect(named.filter((name) => !tables.has(name))).toEqual([]);
  });

  it('tells the times that the database keeps', () => {
    const access = read('packages/service/access/schema.sql');
    for (const days of [15, 400]) {
      expect(access).toContain(`interval '${String(days)} days'`);
      expect(page).toContain(`${String(days)} days`);
    }
    expect(read('packages/service/settlement/schema.sql')).toContain("- interval '14 days'");
    expect(page).toContain('14 days later');
  });
});
