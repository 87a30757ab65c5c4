import { expect, it } from 'vitest';
import { findDownwardImports } from './findDownwardImports.js';

const wings = ['kit', 'books', 'payments'];

function found(imports: Readonly<Record<string, readonly string[]>>): readonly string[] {
  const graph = new Map(
    Object.entries(imports).map(([file, paths]) => [
      `src/${file}`,
      paths.map((path, index) => ({ path: `src/${path}`, line: index + 1 })),
    ]),
  );
  return findDownwardImports('src', graph, wings).map(
    ({ file, line, from, to }) => `${file}:${String(line)} ${from} → ${to}`,
  );
}

it('lets a wing import itself and those before it', () => {
  expect(found({ 'payments/payouts/x.ts': ['kit/a.ts', 'books/b.ts', 'payments/y.ts'] })).toEqual(
    [],
  );
});

it('names each import of a wing that comes after', () => {
  expect(found({ 'kit/jobs/x.ts': ['kit/y.ts', 'payments/z.ts'], 'books/b.ts': [] })).toEqual([
    'src/kit/jobs/x.ts:2 kit → payments',
  ]);
});

it('lets the root assemble the wings, and no wing import the root', () => {
  expect(found({ 'create.ts': ['payments/x.ts'], 'payments/x.ts': ['create.ts'] })).toEqual([
    'src/payments/x.ts:1 payments → create.ts',
  ]);
});
