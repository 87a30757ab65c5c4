import { mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFullDisk } from '@portage/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openLineFile } from './lineFile.js';

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portage-lines-'));
  path = join(folder, 'own', 'lines');
});
afterEach(() => rm(folder, { recursive: true }));

it('W13: a line that a full disk cut off is gone before the next one is added', async () => {
  const disk = createFullDisk();
  const file = await openLineFile(path, async (name) => disk.hold(await open(name, 'a+')));
  await file.append('one');
  for (const what of ['append', 'sync'] as const) {
    disk.fill(what);
    await expect(file.append('lost')).rejects.toMatchObject({ code: 'ENOSPC' });
    // It is still full, and so nothing joins what it left.
    await expect(file.append('lost too')).rejects.toMatchObject({ code: 'ENOSPC' });
    disk.free();
    await file.append(`after ${what}`);
  }
  await file.close();
  const lines = ['one', 'after append', 'after sync'];
  expect(await readFile(path, 'utf8')).toBe(`${lines.join('\n')}\n`);
  const again = await openLineFile(path);
  expect(again.lines).toEqual(lines);
  await again.close();
});

it('W13: half a line is cut off when the file closes, and when it opens', async () => {
  const disk = createFullDisk();
  const hold = async (name: string) => disk.hold(await open(name, 'a+'));
  const file = await openLineFile(path, hold);
  await file.append('one');
  disk.fill('append');
  await expect(file.append('a line of some length')).rejects.toMatchObject({ code: 'ENOSPC' });
  await file.close();
  expect(await readFile(path, 'utf8')).toBe('one\n');
  disk.free();
  const again = await openLineFile(path, hold);
  disk.fill('append');
  await expect(again.append('a line of some length')).rejects.toMatchObject({ code: 'ENOSPC' });
  expect(await readFile(path, 'utf8')).not.toBe('one\n');
  const restarted = await openLineFile(path);
  expect(restarted.lines).toEqual(['one']);
  expect(await readFile(path, 'utf8')).toBe('one\n');
  await restarted.close();
  await again.close();
});
