import { expect, it } from 'vitest';
import { findCircles, relativeImports } from './findCircles.js';

it('reads imports of values and types, those made later, and what is handed on', () => {
  const text = `import { a } from './a.js';\nimport type { b } from '../b.js';\nexport { c } from './deep/c.js';\nconst d = await import('./d.js');\n/** import { e } from './e.js' */\nimport 'f';`;
  expect(relativeImports('src/x/y.ts', text)).toEqual([
    'src/x/a.ts',
    'src/b.ts',
    'src/x/deep/c.ts',
    'src/x/d.ts',
  ]);
});

it('finds no circle where two ways lead to one file', () => {
  expect(
    findCircles(
      new Map([
        ['a', ['b', 'c']],
        ['b', ['d']],
        ['c', ['d']],
        ['d', []],
      ]),
    ),
  ).toEqual([]);
});

it('names each circle by the way around it', () => {
  expect(
    findCircles(
      new Map([
        ['a', ['b']],
        ['b', ['c']],
        ['c', ['b', 'd']],
        ['d', ['e']],
        ['e', ['e']],
      ]),
    ),
  ).toEqual([
    ['b', 'c', 'b'],
    ['e', 'e'],
  ]);
});
