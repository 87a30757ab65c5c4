/** A migration file, and the version of the service that brings it. */
export interface MigrationFile {
  readonly name: string;
  readonly text: string;
  /** Version of the service, as in `1.4.0`. */
  readonly version: string;
}

/** A statement that old processes would not survive, or that locks them out. */
interface Rule {
  readonly pattern: RegExp;
  readonly fault: string;
}

/** Rules of statements about tables that were there before the migration. */
const rules: readonly Rule[] = [
  {
    pattern: /\bcreate\s+(?:unique\s+)?index\s+(?!concurrently)/,
    fault: 'builds an index that locks writers out: use concurrently, in a file _concurrently.sql',
  },
  {
    pattern:
      /\badd\s+(?:column\s+)?(?!constraint)(?:if\s+not\s+exists\s+)?\w+\s(?!.*\bdefault\b).*\bnot\s+null\b/,
    fault: 'adds a column without a default that must not be null: old processes do not write it',
  },
  {
    pattern: /\badd\s+(?:constraint\s+\w+\s+)?(?:check|foreign\s+key)\b(?!.*\bnot\s+valid\b)/,
    fault: 'adds a constraint that reads the whole table: add it not valid, validate it later',
  },
  {
    pattern: /\badd\s+(?:constraint\s+\w+\s+)?(?:unique|primary\s+key)\s*\(/,
    fault: 'adds a constraint that builds an index: build it concurrently, then add it using index',
  },
  { pattern: /\bset\s+not\s+null\b/, fault: 'reads the whole table: validate a check first' },
  {
    pattern: /\balter\s+(?:column\s+)?\w+\s+(?:set\s+data\s+)?type\b/,
    fault: 'rewrites the table',
  },
  { pattern: /\brename\b/, fault: 'takes a name from old processes: add the new one beside it' },
  { pattern: /^(?:truncate|lock|cluster|vacuum full)\b/, fault: 'locks everybody out' },
];

const drop: Rule = {
  pattern: /\bdrop\s+(?!index\s+concurrently|trigger|constraint|not\s+null|default)\w+/,
  fault:
    'drops what old processes may read: begin the file with "-- contract: last read in <version>", an older version than this one',
};

/**
 * Sentences about what keeps old processes from going on while a migration runs: it must expand,
 * and what it makes needless is dropped by a later version. Pure.
 */
export function migrationFaults({ name, text, version }: MigrationFile): readonly string[] {
  const statements = statementsOf(text);
  const made = new Set(
    statements.flatMap(
      (each) => /^create\s+(?:\w+\s+)?table\s+(?:if\s+not\s+exists\s+)?(\w+)/.exec(each)?.[1] ?? [],
    ),
  );
  const faults = statements
    .filter((statement) => !made.has(tableOf(statement) ?? ''))
    .flatMap((statement) =>
      rulesOf(text, version)
        .filter(({ pattern }) => pattern.test(statement))
        .map(({ fault }) => `${name}: ${fault}.`),
    );
  const isAlone = !name.endsWith('_concurrently.sql') || statements.length === 1;
  return isAlone ? faults : [...faults, `${name}: holds more than one statement.`];
}

function rulesOf(text: string, version: string): readonly Rule[] {
  const read = /^-- contract: last read in (\d+\.\d+\.\d+)$/m.exec(text)?.[1];
  return read !== undefined && isOlder(read, version) ? rules : [...rules, drop];
}

/** Statements in lower case and one line each, without comments and bodies of functions. */
function statementsOf(text: string): readonly string[] {
  return text
    .replaceAll(/--.*$/gm, '')
    .replaceAll(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''")
    .toLowerCase()
    .split(';')
    .map((statement) => statement.replaceAll(/\s+/g, ' ').trim())
    .filter((statement) => statement !== '');
}

function tableOf(statement: string): string | undefined {
  return (
    /^alter table (?:if exists )?(?:only )?(\w+)/.exec(statement)?.[1] ??
    /^create (?:unique )?index (?:.*? )?on (?:only )?(\w+)/.exec(statement)?.[1]
  );
}

function isOlder(one: string, other: string): boolean {
  const [a, b] = [one, other].map((version) => version.split('.').map(Number));
  const place = a?.findIndex((part, index) => part !== b?.[index]) ?? -1;
  return place >= 0 && (a?.[place] ?? 0) < (b?.[place] ?? 0);
}
