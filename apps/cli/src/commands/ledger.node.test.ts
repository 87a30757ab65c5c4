import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSettlement } from '@portage/settlement';
import { readChain } from '@portage/settlement/testing';
import type { Database } from '@portage/database';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase } from '../../test/openTestDatabase.js';
import { jsonLines, runBin, type BinRun } from '../../test/runBin.js';
import { runInProcess } from '../../test/runInProcess.js';
import { startNamingService } from '../../test/startNamingService.js';

const asset = '10:0xusdc';
const solver = '0x00000000000000000000000000000000000050f0';
const orderId = `0x${'0a'.repeat(32)}`;

let data: string;
let database: Database;

beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'portage-ledger-'));
  database = await openTestDatabase(join(data, 'database'), {
    'INV-C2': 'an order is said to have ended with its money',
    'INV-O9': 'the order that ended has no request',
  });
  const settlement = await createSettlement(database);
  await settlement.transaction((tx) =>
    settlement.ledger.book(
      tx,
      [
        ['capital', `inventory:${solver}`, 900n],
        ['outside', `escrow:${orderId}`, 70n],
        ['outside', 'escrow:0x0b', 30n],
        ['outside', `solver:${solver}`, 5n],
      ].map(([from, account, amount], index) => ({
        kind: 'test',
        ref: String(index),
        postings: [
          { account: String(from), asset, amount: -BigInt(amount ?? 0n) },
          { account: String(account), asset, amount: BigInt(amount ?? 0n) },
        ],
      })),
    ),
  );
  await database.query(
    'insert into inventory (chain_id, sender, currency, balance, reserved) values (10, $1, $2, 900, 40)',
    [solver, '0xusdc'],
  );
  await settlement.rebalances.report(10, [
    {
      chainId: 10,
      currency: '0xusdc',
      target: 5_000n,
      suggestion: { amount: 3_900n, from: 8453, path: 'canonical' },
    },
  ]);
  await database.query(
    `insert into rebalances (id, path, purpose, origin_chain_id, origin_currency, sender, amount, destination_chain_id,
         destination_currency, recipient, received, micro_usd, cost_micro_usd, state, due_at)
       values ($1, 'canonical', 'target', 8453, '0xusdc', $2, 205, 10, '0xusdc', $2, 200, 205, 5, 'sending', now() - interval '1 hour')`,
    [Buffer.alloc(32, 7), solver],
  );
  await settlement.close();
});
afterAll(async () => {
  await database.close();
  await rm(data, { recursive: true });
});

const portage = (...args: string[]): Promise<BinRun> => runBin([...args, '--data', data]);

describe('portage ledger', () => {
  it('sums what accounts of a kind hold, and lists them one by one', async () => {
    const sums = await portage('ledger', 'balance', '--json');
    expect(jsonLines(sums.stdout)).toEqual([
      { event: 'balance', account: 'capital', asset, balance: '-900', accounts: 1 },
      { event: 'balance', account: 'escrow:*', asset, balance: '100', accounts: 2 },
      { event: 'balance', account: 'inventory:*', asset, balance: '900', accounts: 1 },
      { event: 'balance', account: 'outside', asset, balance: '-105', accounts: 1 },
      { event: 'balance', account: 'solver:*', asset, balance: '5', accounts: 1 },
    ]);
    const escrow = await portage('ledger', 'balance', 'escrow', '--json');
    expect(jsonLines(escrow.stdout)).toMatchObject([
      { account: `escrow:${orderId}`, balance: '70' },
      { account: 'escrow:0x0b', balance: '30' },
    ]);
    const one = await portage('ledger', 'balance', `solver:${solver}`);
    expect(one.stdout).toContain(`${asset}  solver:${solver}  5`);
    // A name is no pattern, and no beginning of another name.
    for (const name of ['escro', '%', 'solver:0x'])
      expect((await portage('ledger', 'balance', name)).stdout).toContain('Nothing is booked');
  });

  it('shows what the solver holds, promised, due and in flight, and what is to be brought', async () => {
    const { stdout } = await portage('inventory', '--json');
    expect(jsonLines(stdout)).toEqual([
      {
        event: 'inventory',
        chainId: 10,
        sender: solver,
        currency: '0xusdc',
        balance: '900',
        reserved: '40',
        free: '860',
        due: '5',
        isHalted: false,
        inFlight: '200',
        target: '5000',
        suggestion: { amount: '3900', from: 8453, path: 'canonical' },
      },
      expect.objectContaining({
        event: 'transfer',
        path: 'canonical',
        purpose: 'target',
        state: 'sending',
        amount: '205',
        received: '200',
        isLate: true,
      }),
    ]);
    const { stdout: text } = await portage('inventory');
    expect(text).toContain(
      'free 860, promised 40, due 5, in flight 200, target 5000  LOW: bring 3900 from 8453, over canonical',
    );
    expect(text).toMatch(/canonical {2}205 from 8453 to 10, sending for \d+ s {2}LATE/);
  });

  it('names chains and currencies, and shows whole units, where the service lists them', async () => {
    const url = await startNamingService([{ address: '0xusdc', symbol: 'USDC', decimals: 2 }]);
    const named = (...args: string[]): Promise<BinRun> =>
      runInProcess([...args, '--data', data], { PORTAGE_URL: url });
    const { stdout } = await named('inventory');
    expect(stdout).toContain(
      'optimism  USDC  free 8.6, promised 0.4, due 0.05, in flight 2, target 50  LOW: bring 39 from base, over canonical',
    );
    expect(stdout).toMatch(/canonical {2}2\.05 from base to optimism, sending for \d+ s {2}LATE/);
    expect((await named('ledger', 'balance', 'solver')).stdout).toBe(
      `USDC@optimism  solver:${solver}  0.05\n`,
    );
    expect((await named('earnings', 'list')).stdout).toContain(
      'optimism  USDC  earned 0.05, collected 0, lost 0, due 0.05',
    );
    // Machines get the books as they are.
    expect((await named('inventory', '--json')).stdout).toContain('"free":"860"');
  });

  it('halts a chain that is followed, and lets it go on, with reasons (portage resume)', async () => {
    const unknown = await portage('halt', '10', '--reason', 'none', '--json');
    expect([unknown.code, unknown.stdout]).toEqual([
      1,
      expect.stringContaining('UNSUPPORTED_CHAIN'),
    ]);
    await database.query(
      `insert into chain_cursors (chain_id, height, hash, time, finalized_height) values (10, 7, '0x7', 0, 5)`,
    );
    expect((await portage('halt', '10')).code).toBe(2);
    const halted = await portage('halt', '10', '--reason', 'maintenance', '--json');
    expect(jsonLines(halted.stdout)).toEqual([
      { event: 'halt', chainId: 10, reason: 'maintenance' },
    ]);
    expect((await readChain(database, 10)).haltedReason).toBe('maintenance');
    // The first reason stays.
    expect((await portage('halt', '10', '--reason', 'another')).stdout).toContain('maintenance');
    expect((await portage('resume', '10')).code).toBe(2);
    // A slug is looked up at the service, which is away here.
    expect((await portage('resume', 'base', '--reason', 'done')).code).toBe(1);
    const resumed = await portage('resume', '10', '--reason', 'done', '--json');
    expect(jsonLines(resumed.stdout)).toEqual([
      { event: 'halt-cleared', chainId: 10, cleared: true, reason: 'maintenance' },
    ]);
    expect((await readChain(database, 10)).haltedReason).toBeUndefined();
  });

  it('INV-C2: checks the books, and ends with 1 where money stays with an order that has ended', async () => {
    const sound = await portage('ledger', 'check', '--json');
    expect([sound.code, jsonLines(sound.stdout)]).toEqual([
      0,
      [{ event: 'checked', holds: true, violations: 0 }],
    ]);
    expect((await portage('ledger', 'suspense')).stdout).toContain('Nothing is in suspense.');
    await database.query(
      `insert into request_states (order_id, request_id, status, created_at, updated_at)
       values (decode(repeat('0a', 32), 'hex'), sha256('request'), 'refund', now(), now())`,
    );
    const broken = await portage('ledger', 'check', '--json');
    expect(broken.code).toBe(1);
    expect(jsonLines(broken.stdout)).toContainEqual({
      event: 'violation',
      invariant: 'INV-C2',
      subject: `escrow:${orderId}`,
      rule: 'nothing stays in the escrow of an order that has ended',
    });
  });
});
