import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Database } from '@portage/database';
import { plantEndedOrders } from '@portage/settlement/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTestDatabase } from '../../test/openTestDatabase.js';
import { archiveMonth } from '../archive/archiveMonth.js';
import { withSettlement } from '../serviceDatabase.js';
import { jsonLines, runBin, type BinRun } from '../../test/runBin.js';
import { runInProcess } from '../../test/runInProcess.js';

let data: string;
let out: string;
let database: Database;

beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'portage-archive-'));
  out = join(data, 'archives');
  database = await openTestDatabase(join(data, 'database'));
  await plantEndedOrders(database, { from: 1, count: 7, at: Date.UTC(2024, 0, 31, 23) });
  await plantEndedOrders(database, { from: 100, count: 3, at: Date.UTC(2024, 1, 1) });
});
afterEach(async () => {
  await database.close();
  await rm(data, { recursive: true });
});

const portage = (args: readonly string[]): Promise<BinRun> =>
  runInProcess([...args, '--json', '--data', data]);

const january = ['archive', '--month', '2024-01'];
const whole = [...january, '--batch', '2'];
const archive = (): Promise<BinRun> => portage([...whole, '--out', out]);
/** A process that is killed at a point. */
const archiveUntil = (point: string): Promise<BinRun> =>
  runBin([...whole, '--out', out, '--data', data], { env: { PORTAGE_FAILPOINT: point } });
const check = (): Promise<BinRun> => portage(['ledger', 'check', '--archive', out]);

const requests = async (): Promise<number> => (await database.query('select from requests')).length;
const balances = (): Promise<unknown> =>
  database.query('select * from ledger_balances where balance <> 0 order by 1, 2');

/** Facts that hold once January is archived, however often the command was killed. */
async function expectArchived(before: unknown): Promise<void> {
  expect(await requests()).toBe(3);
  expect(await balances()).toEqual(before);
  const checked = await check();
  expect(jsonLines(checked.stdout)).toEqual([
    { event: 'archives', archives: 1, orders: 7 },
    { event: 'checked', holds: true, violations: 0 },
  ]);
}

describe('portage archive', () => {
  it('writes the orders of a month to files, drops them and leaves every balance', async () => {
    const before = await balances();
    const dry = await portage([...january, '--out', out, '--dry-run']);
    expect(jsonLines(dry.stdout)).toEqual([{ event: 'survey', month: '2024-01', orders: 7 }]);
    expect(await requests()).toBe(10);
    const { code, stdout } = await archive();
    expect([code, jsonLines(stdout)]).toEqual([
      0,
      [
        {
          event: 'archived',
          id: '2024-01',
          folder: join(out, '2024-01'),
          orders: 7,
          kept: 0,
          files: 1,
          bytes: expect.any(Number) as unknown,
        },
      ],
    ]);
    await expectArchived(before);
    const text = gunzipSync(await readFile(join(out, '2024-01', 'orders-0001.jsonl.gz')));
    const lines = jsonLines(text.toString());
    expect(lines).toHaveLength(7);
    expect(lines[0]).toMatchObject({
      tables: {
        deposits: [{ chain_id: 1, tx_id: '0xin1', amount: '1000000' }],
        settlements: [{ leg: 'main', kind: 'fill' }],
        outbox: [{ tx_id: '0xout1', raw: `0x${'5a'.repeat(300)}` }],
      },
    });
    const again = await archive();
    expect(jsonLines(again.stdout)).toEqual([{ event: 'survey', month: '2024-01', orders: 0 }]);
  });

  it('loses nothing and doubles nothing where it is killed, and is finished by the same command', async () => {
    const before = await balances();
    for (const point of ['lines', 'manifest', 'noted', 'dropped', 'finished']) {
      expect((await archiveUntil(point)).code, point).toBeNull();
      expect(await balances(), point).toEqual(before);
      expect(jsonLines((await portage(['ledger', 'check'])).stdout), point).toMatchObject([
        { holds: true },
      ]);
    }
    await expectArchived(before);
    expect(await readdir(out)).toEqual(['2024-01']);
  });

  it('I11: of two runs into two folders one alone drops, and its files have all that it drops', async () => {
    const before = await balances();
    const elsewhere = join(data, 'elsewhere');
    const late = withSettlement({ data }, { env: {} }, ({ archives }) =>
      archiveMonth(
        {
          ...archives,
          // The other run passes this one, which has written its files.
          note: async (id, manifest) => {
            await portage([...whole, '--out', elsewhere]);
            return archives.note(id, manifest);
          },
        },
        {
          month: '2024-01',
          endedBefore: Date.UTC(2025, 0, 1),
          out,
          batch: 2,
          note: () => undefined,
          failpoint: () => undefined,
        },
      ),
    );
    await expect(late).rejects.toThrow('Another run has written 2024-01 to another folder');
    expect(await requests()).toBe(3);
    expect(await balances()).toEqual(before);
    const checked = await portage(['ledger', 'check', '--archive', elsewhere]);
    expect(jsonLines(checked.stdout)).toEqual([
      { event: 'archives', archives: 1, orders: 7 },
      { event: 'checked', holds: true, violations: 0 },
    ]);
  });

  it('takes what ended later as the next part of its month', async () => {
    await archive();
    await plantEndedOrders(database, { from: 50, count: 2, at: Date.UTC(2024, 0, 5) });
    const { stdout } = await archive();
    expect(jsonLines(stdout)).toMatchObject([{ event: 'archived', id: '2024-01-2', orders: 2 }]);
    expect(jsonLines((await check()).stdout)).toMatchObject([
      { archives: 2, orders: 9 },
      { holds: true },
    ]);
  });

  it('refuses a month that is not over for long, and files that are not its own', async () => {
    const now = new Date().toISOString().slice(0, 7);
    const early = await portage(['archive', '--month', now, '--out', out]);
    expect([early.code, early.stdout]).toEqual([
      2,
      expect.stringContaining('can be archived from'),
    ]);
    for (const wrong of [
      ['--month', '2024-13'],
      ['--month', '2024-01', '--retention', '7'],
    ])
      expect((await portage(['archive', '--out', out, ...wrong])).code).toBe(2);
    await archiveUntil('noted');
    const elsewhere = await portage([...january, '--out', join(data, 'elsewhere')]);
    expect([elsewhere.code, elsewhere.stdout]).toEqual([
      1,
      expect.stringContaining('Give the --out of then.'),
    ]);
    const file = join(out, '2024-01', 'orders-0001.jsonl.gz');
    const bytes = await readFile(file);
    await writeFile(file, bytes.subarray(0, -1));
    expect((await archive()).stdout).toContain('is not the file that was written');
    expect(await requests()).toBe(10);
    await writeFile(file, bytes);
    expect((await archive()).code).toBe(0);
  });
});

/** Carries so much more, with balances that fit: by itself the database looks sound. */
async function shift(more: 1 | -1): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.query(`select set_config('portage.archiving', 'on', true)`);
    await tx.query(
      `update ledger_postings p set amount = p.amount + $1 * sign(p.amount) from ledger_entries e
         where e.id = p.entry_id and e.ref = 'archive 2024-01' and e.kind = 'deposits'`,
      [more],
    );
    await tx.query(
      `update ledger_balances set balance = balance - $1 where account = 'outside' and asset = '1:0xusdc'`,
      [more],
    );
    await tx.query(
      more === 1
        ? `insert into ledger_balances values ('escrow:archived', '1:0xusdc', 1)`
        : `delete from ledger_balances where account = 'escrow:archived'`,
    );
  });
}

describe('portage ledger check --archive', () => {
  it('finds a file that was changed, and books that are not what the files say', async () => {
    await archive();
    const file = join(out, '2024-01', 'orders-0001.jsonl.gz');
    const bytes = await readFile(file);
    await writeFile(file, gzipSync(gunzipSync(bytes).toString().replace('990000', '980000')));
    const changed = await check();
    expect([changed.code, changed.stdout]).toEqual([
      1,
      expect.stringContaining('is not the file that was written'),
    ]);
    await writeFile(file, bytes);
    await shift(1);
    const moved = await check();
    expect(moved.code).toBe(1);
    expect(jsonLines(moved.stdout).map(({ fault }) => fault)).toEqual(
      expect.arrayContaining([
        '2024-01: carried forward, deposits outside 1:0xusdc given is off by 1',
        'from the first posting, outside 1:0xusdc is off by 1',
      ]),
    );
    await shift(-1);
  });
});
