/** Holds docs/spec to the schemas: what the interface has, the pages name. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { endpoints, type Endpoint } from '../../packages/core/src/schemas/endpoints.js';
import { errorCodes } from '../../packages/core/src/errors/errorCodes.js';
import { failReasons, refundFailReasons } from '../../packages/core/src/schemas/failReasons.js';
import { quoteBodySchema } from '../../packages/core/src/schemas/quoteRequest.js';
import { requestStatuses } from '../../packages/core/src/states.js';
import { anchorsOf } from './anchors.js';
import { codesUsedIn } from './thrownCodes.js';

const root = join(import.meta.dirname, '..', '..');
const folder = join(root, 'docs', 'spec');
const read = (page: string): string => readFileSync(join(folder, page), 'utf8');
const anchors = (page: string): readonly string[] => anchorsOf(read(page)).map(({ name }) => name);

/** Words that stand as code on a page, as `a` and `b` of `a.b[]`. */
function wordsOf(page: string): readonly string[] {
  const spans = [...read(page).matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? '');
  return [...spans, ...spans.flatMap((span) => span.split(/[^\w]+/))];
}

/** Names of all members within a JSON schema. */
function membersOf(schema: unknown): readonly string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const properties: unknown = 'properties' in schema ? schema.properties : undefined;
  const own = typeof properties === 'object' && properties !== null ? Object.keys(properties) : [];
  return [...own, ...Object.values(schema).flatMap(membersOf)];
}

function membersOfEndpoint({ params, query, body, response }: Endpoint): readonly string[] {
  const options = { io: 'input', unrepresentable: 'any' } as const;
  const names = [params, query, body, response].flatMap((schema) =>
    membersOf(schema?.toJSONSchema(options)),
  );
  return [...new Set(names)];
}

/** Pages on which README.md says that an endpoint and the resources in it are. */
function pagesOf({ method, path }: Endpoint): readonly string[] {
  const row = read('README.md')
    .split('\n')
    .find((line) => line.startsWith(`| \`${method} ${path}\``));
  return [...(row ?? '').matchAll(/\]\(([\w-]+\.md)/g)].map((match) => match[1] ?? '');
}

const linesOf = (page: string): readonly string[] => read(page).split('\n');

/** Lines behind a heading, up to the next one. */
function sectionOf(page: string, heading: string): readonly string[] {
  const lines = linesOf(page);
  const start = lines.indexOf(heading) + 1;
  const length = lines.slice(start).findIndex((line) => line.startsWith('#'));
  return lines.slice(start, length < 0 ? undefined : start + length);
}

/** Codes that rows of tables are about. */
function codesOf(lines: readonly string[]): readonly string[] {
  return lines.flatMap((line) => /^\| <a id="([A-Z][A-Z\d_]+)"/.exec(line)?.[1] ?? []);
}

/** Packages in which a code is the reason of a request, unless an error is made of it. */
const reasoning = /^packages\/service\/(?:settlement|solver|indexer)\//;
/** Sources that list codes and use none. */
const lists =
  /^packages\/(?:core\/src\/errors\/|core\/src\/schemas\/(?:endpoints|failReasons)\.|testing\/)|openapi|generated/;

/** Codes of all sources: those that errors are made of, and those that are given as reasons. */
function readUses(): { readonly thrown: Set<string>; readonly reasons: Set<string> } {
  const uses = { thrown: new Set<string>(), reasons: new Set<string>() };
  const listed = execFileSync('git', ['ls-files', '-z', 'packages', 'apps'], {
    cwd: root,
    encoding: 'utf8',
  });
  const sources = listed
    .split('\0')
    .filter((file) => /\/src\/.*\.ts$/.test(file) && !/\.test(?:-d)?\.ts$/.test(file))
    .filter((file) => !lists.test(file) && existsSync(join(root, file)));
  for (const file of sources) {
    const text = readFileSync(join(root, file), 'utf8');
    if (!/'[A-Z][A-Z\d_]+'/.test(text)) continue;
    const own = codesUsedIn(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true));
    for (const code of own.thrown) uses.thrown.add(code);
    const others = reasoning.test(file) ? uses.reasons : uses.thrown;
    for (const code of own.reasons) others.add(code);
  }
  return uses;
}

describe('docs/spec', () => {
  it.each(Object.values(endpoints).map((endpoint: Endpoint) => [endpoint.path, endpoint] as const))(
    'names every member of %s',
    (_, endpoint) => {
      const pages = pagesOf(endpoint);
      expect(pages).not.toEqual([]);
      // Amounts, orders and steps have their pages.
      const words = new Set([...pages, 'quote.md', 'steps.md'].flatMap(wordsOf));
      expect(membersOfEndpoint(endpoint).filter((name) => !words.has(name))).toEqual([]);
    },
  );

  it('has an anchor for every member of a quote request', () => {
    const names = anchors('quote.md');
    expect(Object.keys(quoteBodySchema.shape).filter((name) => !names.includes(name))).toEqual([]);
  });

  it('has a row with its HTTP status for every error code', () => {
    const rows = Object.entries(errorCodes).map(
      ([code, { status, retryable }]) =>
        `| <a id="${code}"></a>\`${code}\` | ${status} | ${retryable ? 'yes' : 'no'} |`,
    );
    expect(rows.filter((row) => !read('errors.md').includes(row))).toEqual([]);
  });

  it('names every status and every reason', () => {
    const words = new Set(wordsOf('status.md'));
    const all = [...requestStatuses, ...failReasons, ...refundFailReasons];
    expect(all.filter((word) => !words.has(word))).toEqual([]);
  });

  describe('keeps to what the sources do with codes', () => {
    const { thrown, reasons } = readUses();
    const all = Object.keys(errorCodes);

    it('an error is thrown, or kept for clients, or to come', () => {
      const kept = codesOf(sectionOf('errors.md', '### Kept for clients'));
      const toCome = codesOf(linesOf('errors.md').filter((line) => line.includes('**Not yet.**')));
      const unthrown = all.filter((code) => !thrown.has(code));
      expect(unthrown.sort()).toEqual([...kept, ...toCome].sort());
    });

    it('a reason occurs, or is kept for clients', () => {
      const named = codesOf([
        ...sectionOf('status.md', '## Fail reasons'),
        ...sectionOf('status.md', '## Refund fail reasons'),
      ]);
      const known: readonly string[] = [...failReasons, ...refundFailReasons];
      const occurring = known.filter((reason) => reasons.has(reason));
      expect([...new Set(occurring)].sort()).toEqual([...new Set(named)].sort());
    });
  });
});
