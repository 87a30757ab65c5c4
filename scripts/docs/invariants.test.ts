import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
const text = readFileSync(join(root, 'docs/invariants.md'), 'utf8');

const folder = join(root, 'packages/service/settlement/src/books/ledger');

/** Files of the queries that must return no row. */
const audits = readdirSync(folder)
  .filter((name) => /^audit\w+\.ts$/.test(name))
  .map((name) => readFileSync(join(folder, name), 'utf8'));

test('every invariant that the audit names has its line', () => {
  const named = new Set(audits.join('\n').match(/INV-[A-Z]\d+/g));
  expect(named.size).toBeGreaterThan(10);
  expect([...named].filter((id) => !text.includes(`<a id="${id}">`))).toEqual([]);
});

test('every file that a line names is there', () => {
  const paths = [...text.matchAll(/(?:packages|apps)\/[\w./-]+/g)].map(([path]) => path);
  expect(paths.length).toBeGreaterThan(10);
  expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});
