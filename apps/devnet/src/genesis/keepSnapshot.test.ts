import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { keepSnapshot } from './keepSnapshot.js';

const root = mkdtempSync(join(tmpdir(), 'portage-snapshots-'));
let dir: string;
let made: number;

beforeEach(() => {
  dir = mkdtempSync(join(root, 'case-'));
  made = 0;
});

afterAll(() => rmSync(root, { recursive: true, force: true }));

function keep(inputs: string, name = 'evm-1'): Promise<string> {
  const make = (): Promise<string> => Promise.resolve(`${inputs} of ${name}, time ${(made += 1)}`);
  return keepSnapshot({ dir, name, inputs, make });
}

function onlyFile(): string {
  const [name, ...others] = readdirSync(dir);
  if (name === undefined || others.length > 0) throw new Error('One file was expected.');
  return join(dir, name);
}

test('a snapshot is made once, and other inputs or names make another one', async () => {
  const first = await keep('code');
  expect(await keep('code')).toBe(first);
  expect(made).toBe(1);
  expect(await keep('code, changed')).toBe('code, changed of evm-1, time 2');
  expect(await keep('code', 'evm-2')).toBe('code of evm-2, time 3');
  expect(await keep('code')).toBe(first);
  expect(readdirSync(dir)).toHaveLength(3);
});

test.each([
  { damage: 'cut', change: (text: string) => text.slice(0, -3) },
  { damage: 'changed', change: (text: string) => text.replace('time 1', 'time 9') },
  { damage: 'empty', change: () => '' },
])('a file that is $damage is refused and made anew', async ({ change }) => {
  await keep('code');
  const path = onlyFile();
  const sound = readFileSync(path, 'utf8');
  expect(change(sound)).not.toBe(sound);
  writeFileSync(path, change(sound));
  expect(await keep('code')).toBe('code of evm-1, time 2');
  expect(await keep('code')).toBe('code of evm-1, time 2');
  expect(onlyFile()).toBe(path);
});

test('many at once leave one whole file', async () => {
  const texts = await Promise.all(Array.from({ length: 8 }, () => keep('code')));
  expect(texts).toContain(await keep('code'));
  expect(onlyFile()).not.toContain('draft');
});

test('the oldest files go, and a folder that cannot be written is no fault', async () => {
  for (let index = 0; index < 30; index += 1) {
    await keep(`code ${index}`);
    for (const name of readdirSync(dir)) if (index === 0) utimesSync(join(dir, name), 1, 1);
  }
  expect(readdirSync(dir)).toHaveLength(24);
  expect(await keep('code 29')).toBe('code 29 of evm-1, time 30');
  expect(await keep('code 0')).toBe('code 0 of evm-1, time 31');
  dir = join(onlyOther(), 'folder');
  expect(await keep('code')).toBe('code of evm-1, time 32');
});

/** A file, in which there can be no folder. */
function onlyOther(): string {
  const path = join(root, 'file');
  writeFileSync(path, '');
  return path;
}
