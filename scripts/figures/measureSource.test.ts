import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { measureFile, measureRooms } from './measureSource.js';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

/** Source folder with these files. */
function source(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'portage-figures-'));
  folders.push(folder);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

test('rooms are counted with their floors and the arrows between them, tests left out', () => {
  const folder = source({
    'a/one.ts': `import { two } from '../b/two.js';\nimport { also } from '../b/also.js';`,
    'b/two.ts': `import { three } from '../c/three.js';`,
    'b/also.ts': '',
    'c/three.ts': '',
    'c/three.test.ts': `import { one } from '../a/one.js';`,
  });
  expect(measureRooms(folder)).toEqual({ rooms: 3, floors: 3, arrows: 2 });
});

test('a wing is one room', () => {
  const folder = source({
    'books/ledger/one.ts': `import { two } from '../reports/two.js';\nimport { kit } from '../../kit/kit.js';`,
    'books/reports/two.ts': '',
    'kit/kit.ts': '',
  });
  const wings = ['kit', 'books'];
  expect(measureRooms(folder, wings, 'wing')).toEqual({ rooms: 2, floors: 2, arrows: 1 });
  expect(measureRooms(folder, wings)).toEqual({ rooms: 3, floors: 2, arrows: 2 });
});

test('tokens are those of code alone', () => {
  const bare = measureFile('a.ts', 'const a = b + 1;');
  expect(bare.tokens).toBe(7);
  expect(measureFile('a.ts', '/** Words. */\nconst a = b + 1; // More words.')).toEqual(bare);
});

test('spreads of literals are counted, others are not', () => {
  const text = 'const a = { ...{ b: 1 }, ...c }; const d = [...[1], ...e];';
  expect(measureFile('a.ts', text).spreads).toBe(2);
});
