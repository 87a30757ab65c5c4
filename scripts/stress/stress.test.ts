import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createDraw } from './draw.mjs';
import { nodeTests } from './files.mjs';
import { readOptions } from './options.mjs';
import { openResults } from './results.mjs';
import { readStoppable } from './stops.mjs';
import { tableOf } from './table.mjs';

const directory = mkdtempSync(join(tmpdir(), 'portage-stress-test-'));
afterAll(() => {
  rmSync(directory, { recursive: true, force: true });
});

describe('options of stress', () => {
  it('runs every file three times beside two loops, with stops', () => {
    expect(readOptions([])).toMatchObject({ times: 3, load: 2, stops: true, names: [] });
  });

  it('reads each option', () => {
    const args = '--times 10 --load 4 --no-stops --shard 2/30 --minutes 0.5 --resume a.jsonl kill';
    expect(readOptions(args.split(' '))).toMatchObject({
      times: 10,
      load: 4,
      stops: false,
      shard: { part: 2, parts: 30 },
      minutes: 0.5,
      resume: 'a.jsonl',
      names: ['kill'],
    });
  });

  it.each([
    ['--time 3', 'There is no option --time.'],
    ['--times', '--times needs a value.'],
    ['--times --json', '--times needs a value.'],
    ['--times 0', '--times is a number from 1 to 1000; not 0'],
    ['--load 1.5', '--load is a number from 0 to 64; not 1.5'],
    ['--shard 3/2', '--shard is I/N, such as 2/30; not 3/2'],
  ])('refuses %s', (line, fault) => {
    expect(readOptions(line.split(' '))).toBe(fault);
  });
});

describe('files of stress', () => {
  const all = nodeTests({ names: [], systems: false, changed: undefined, shard: undefined });

  it('are the node tests; those of apps start systems', () => {
    expect(all).toContain('apps/service/test/kill.node.test.ts');
    expect(all.filter((file) => !file.endsWith('.node.test.ts'))).toEqual([]);
    const systems = nodeTests({ names: [], systems: true, changed: undefined, shard: undefined });
    expect(systems).toEqual(all.filter((file) => file.startsWith('apps/')));
  });

  it('fall into shards, each file into one', () => {
    const shards = [1, 2, 3].map((part) =>
      nodeTests({ names: [], systems: false, changed: undefined, shard: { part, parts: 3 } }),
    );
    expect(shards.flat().sort()).toEqual([...all].sort());
  });
});

it('stops chains, databases and services below one process, and nothing else', () => {
  const list = [
    '    1     0 init',
    '   10     1 node scripts/stress.mjs',
    '   11    10 node vitest',
    '   12    11 /home/a/node_modules/anvil --port 1',
    '   13    11 /opt/bin/postgres -D data',
    '   14    13 postgres: portage postgres 127.0.0.1(5) idle',
    '   15    11 node apps/service/dist/bin.js --port 0',
    '   20     1 /home/a/node_modules/anvil --port 2',
  ].join('\n');
  expect(readStoppable(list, 10)).toEqual([
    { pid: 12, kind: 'anvil' },
    { pid: 13, kind: 'postgres' },
    { pid: 14, kind: 'postgres' },
    { pid: 15, kind: 'service' },
  ]);
});

it('draws the same of the same seed', () => {
  const [one, same, other] = ['a', 'a', 'b'].map((seed) => {
    const draw = createDraw(seed);
    return Array.from({ length: 50 }, () => draw());
  });
  expect(one).toEqual(same);
  expect(one).not.toEqual(other);
  expect(one!.every((each) => each >= 0 && each < 1)).toBe(true);
});

const passed = { file: 'a.node.test.ts', time: 1, ok: true, seconds: 4 };
const failed = { file: 'b.node.test.ts', time: 1, ok: false, seconds: 2, message: 'not there' };

it('goes on where a run was killed, in the middle of a line too', () => {
  const path = join(directory, 'results.jsonl');
  openResults(path).add(passed);
  appendFileSync(path, '\n{"file":"b.node.te');
  const again = openResults(path);
  expect([again.has(passed), again.has(failed)]).toEqual([true, false]);
  again.add(failed);
  expect(openResults(path).all()).toEqual([passed, failed]);
});

it('lists what failed first, with what it said', () => {
  expect(tableOf([passed, failed, { ...passed, time: 2 }]).split('\n')).toEqual([
    'runs failed  s each  file',
    '   1      1      2  b.node.test.ts',
    '                     not there',
    '   2      0      4  a.node.test.ts',
  ]);
});
