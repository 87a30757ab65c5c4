import { expect, it } from 'vitest';
import { locateImports, type LocatedImport } from './findCircles.js';
import { findFolderCircles, roomOf } from './findFolderCircles.js';

const line = 1;

function circlesOf(imports: Readonly<Record<string, readonly string[]>>): readonly string[] {
  const graph = new Map(
    Object.entries(imports).map(([file, paths]): [string, readonly LocatedImport[]] => [
      `src/${file}`,
      paths.map((path) => ({ path: `src/${path}`, line })),
    ]),
  );
  return findFolderCircles('src', graph).map(({ file, circle }) => `${file} ${circle.join(' ')}`);
}

it('takes the first folder under src for the room of a file, and a file at the root for its own', () => {
  expect(roomOf('src', 'src/a/deep/x.ts')).toBe('a');
  expect(roomOf('src', 'src/index.ts')).toBe('index.ts');
});

it('takes the second folder within a wing, and the wing for its own files', () => {
  expect(roomOf('src', 'src/a/b/x.ts', ['a'])).toBe('a/b');
  expect(roomOf('src', 'src/a/x.ts', ['a'])).toBe('a');
  expect(roomOf('src', 'src/b/c/x.ts', ['a'])).toBe('b');
});

it('lets files of one folder import each other, and folders import in one direction', () => {
  expect(circlesOf({ 'a/x.ts': ['a/y.ts'], 'a/y.ts': ['a/x.ts', 'b/z.ts'], 'b/z.ts': [] })).toEqual(
    [],
  );
});

it('names every import of a circle of folders, though no files form one', () => {
  expect(
    circlesOf({ 'a/x.ts': ['b/y.ts', 'b/z.ts'], 'b/z.ts': [], 'b/y.ts': [], 'b/w.ts': ['a/v.ts'] }),
  ).toEqual(['src/a/x.ts a b a', 'src/a/x.ts a b a', 'src/b/w.ts b a b']);
});

it('finds circles through files at the root, and leaves out what only leads into one', () => {
  expect(
    circlesOf({
      'index.ts': ['a/x.ts'],
      'a/x.ts': ['open.ts'],
      'open.ts': ['b/y.ts'],
      'b/y.ts': ['a/z.ts'],
      'a/z.ts': ['c/w.ts'],
      'c/w.ts': [],
    }),
  ).toEqual([
    'src/a/x.ts a open.ts b a',
    'src/open.ts open.ts b a open.ts',
    'src/b/y.ts b a open.ts b',
  ]);
});

it('knows the line of an import that spans several, below a comment', () => {
  expect(
    locateImports('src/a/x.ts', `/*\n * A comment.\n */\nimport {\n  y,\n} from '../b/y.js';`),
  ).toEqual([{ path: 'src/b/y.ts', line: 6 }]);
});
