/** Holds docs/spec to the schemas: what the interface has, the pages name. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { endpoints, type Endpoint } from '../../packages/core/src/schemas/endpoints.js';
import { errorCodes } from '../../packages/core/src/errors/errorCodes.js';
import { failReasons, refundFailReasons } from '../../packages/core/src/schemas/failReasons.js';
import { quoteBodySchema } from '../../packages/core/src/schemas/quoteRequest.js';
import { requestStatuses } from '../../packages/core/src/states.js';
import { anchorsOf } from './anchors.js';

const folder = join(import.meta.dirname, '..', '..', 'docs', 'spec');
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

/** Page on which README.md says that an endpoint is. */
function pageOf({ method, path }: Endpoint): string | undefined {
  const row = read('README.md')
    .split('\n')
    .find((line) => line.startsWith(`| \`${method} ${path}\``));
  return /\]\(([\w-]+\.md)/.exec(row ?? '')?.[1];
}

describe('docs/spec', () => {
  it.each(Object.values(endpoints).map((endpoint: Endpoint) => [endpoint.path, endpoint] as const))(
    'names every member of %s',
    (_, endpoint) => {
      const page = pageOf(endpoint);
      expect(page).toBeDefined();
      // Amounts, orders and steps have their pages.
      const words = new Set([page ?? '', 'quote.md', 'steps.md'].flatMap(wordsOf));
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
});
