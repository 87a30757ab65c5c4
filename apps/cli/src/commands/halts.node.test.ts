import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  relayJob,
  createJobs,
  haltChain,
  readChain,
  tripBreaker,
} from '@portage/settlement/testing';
import type { Database } from '@portage/database';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase } from '../../test/openTestDatabase.js';
import { jsonLines, runBin, type BinRun } from '../../test/runBin.js';
import { runInProcess } from '../../test/runInProcess.js';
import { startNamingService } from '../../test/startNamingService.js';

let data: string;
let database: Database;

beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'portage-halts-'));
  database = await openTestDatabase(join(data, 'database'));
});
afterAll(async () => {
  await database.close();
  await rm(data, { recursive: true });
});

const halts = (...args: string[]): Promise<BinRun> => runBin(['halts', ...args, '--data', data]);

describe('portage halts', () => {
  it('W5: shows why a chain is halted, and lets it go on', async () => {
    expect((await halts('list')).stdout).toContain('No chain is halted.');
    await haltChain(database, 8453, 'A reorg took back a deposit after it was spent.');
    await haltChain(database, 8453, 'a later reason, which does not hide the first');
    const listed = await halts('list', '--json');
    expect(jsonLines(listed.stdout)).toEqual([
      { event: 'halt', chainId: 8453, reason: 'A reorg took back a deposit after it was spent.' },
    ]);
    expect(jsonLines((await halts('clear', '10', '--reason', 'none', '--json')).stdout)).toEqual([
      { event: 'halt-cleared', chainId: 10, cleared: false, reason: null },
    ]);
    const cleared = await halts('clear', '8453', '--reason', 'the deposit is in the chain again');
    expect([cleared.code, cleared.stdout]).toEqual([
      0,
      expect.stringContaining('chain 8453 goes on; it was halted: A reorg'),
    ]);
    expect((await readChain(database, 8453)).haltedReason).toBeUndefined();
    // A slug is looked up at the service, which is away here.
    expect((await halts('clear', 'base', '--reason', 'x')).code).toBe(1);
    expect((await halts('clear', 'BASE!', '--reason', 'x')).code).toBe(2);
    expect(jsonLines((await halts('history', '--json')).stdout)).toEqual([
      {
        event: 'cleared-halt',
        chainId: 8453,
        reason: 'A reorg took back a deposit after it was spent.',
        clearedBecause: 'the deposit is in the chain again',
        clearedAt: expect.any(Number) as number,
      },
    ]);
  });

  it('CB8: shows limits, and clears all chains at once', async () => {
    const reason = '12 of the last 20 fills failed: nothing new is quoted.';
    await tripBreaker(database, { chainId: 42161, kind: 'quotes', reason });
    await haltChain(database, 1, 'The solver lost 60000 USD within an hour.');
    expect(jsonLines((await halts('list', '--json')).stdout)).toEqual([
      { event: 'halt', chainId: 1, reason: 'The solver lost 60000 USD within an hour.' },
      { event: 'limit', chainId: 42161, kind: 'quotes', reason },
    ]);
    expect((await halts('list')).stdout).toContain(`42161  quotes: ${reason}`);
    expect((await halts('clear', 'all')).code).toBe(2);
    const cleared = await halts('clear', 'all', '--reason', 'mended', '--json');
    expect(jsonLines(cleared.stdout)).toMatchObject([
      { event: 'halt-cleared', chainId: 1, cleared: true },
      { event: 'halt-cleared', chainId: 42161, cleared: true, reason },
    ]);
    expect(jsonLines((await halts('list', '--json')).stdout)).toEqual([]);
  });

  it('takes slugs, and names chains by them', async () => {
    const url = await startNamingService();
    const named = (...args: string[]): Promise<BinRun> =>
      runInProcess(['halts', ...args, '--data', data], { PORTAGE_URL: url });
    await haltChain(database, 8453, 'maintenance');
    expect((await named('list')).stdout).toBe('base  maintenance\n');
    const cleared = await named('clear', 'base', '--reason', 'done');
    expect(cleared).toMatchObject({
      code: 0,
      stdout: 'chain base goes on; it was halted: maintenance\n',
    });
    expect((await readChain(database, 8453)).haltedReason).toBeUndefined();
    const unknown = await named('clear-calls', 'bse', '--reason', 'done');
    expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining('Chains: base')]);
  });

  it('clears nothing without a reason', async () => {
    await haltChain(database, 10, 'The solver has less than the books say.');
    expect((await halts('clear', '10')).code).toBe(2);
    expect((await halts('clear', '10', '--reason', '  ')).code).toBe(2);
    expect((await readChain(database, 10)).haltedReason).toBe(
      'The solver has less than the books say.',
    );
  });

  it('shows what reverted calls burned, and lets orders with calls go on', async () => {
    expect((await halts('calls')).stdout).toContain('Nothing reverted within the last hour');
    await database.query(
      `insert into settlements (order_id, leg, kind, intent, chain_id)
       values (decode(repeat('0a', 32), 'hex'), 'call', 'relay', '{}', 10)`,
    );
    await database.query(
      `insert into outbox (chain_id, tx_id, sender, sequence, order_id, leg, purpose, raw, state, gas_cost)
       values (10, '0x1', 'solver', 1, decode(repeat('0a', 32), 'hex'), 'call', 'relay', '', 'reverted', 123456789012345678901)`,
    );
    expect(jsonLines((await halts('calls', '--json')).stdout)).toEqual([
      { event: 'burned-gas', chainId: 10, burned: '123456789012345678901' },
    ]);
    expect((await halts('clear-calls', '10')).code).toBe(2);
    expect(
      jsonLines((await halts('clear-calls', '10', '--reason', 'a known payer', '--json')).stdout),
    ).toEqual([{ event: 'calls-cleared', chainId: 10, burned: '123456789012345678901' }]);
    expect(jsonLines((await halts('calls', '--json')).stdout)).toEqual([]);
  });

  it('shows what waits for a chain that nobody serves any more', async () => {
    expect((await halts('waiting')).stdout).toContain('Nothing waits.');
    await database.transaction(async (tx) => {
      await createJobs(database, { self: 'test' }).add(
        tx,
        [1, 2].map((n) =>
          relayJob({
            chainId: 424_242,
            orderId: `0x${String(n).padStart(64, '0')}`,
            leg: 'sweep',
            to: '0xaa',
            data: '0x',
            gasLimit: 1,
            delayMs: -60_000,
          }),
        ),
      );
    });
    const [waiting] = jsonLines((await halts('waiting', '--json')).stdout);
    expect(waiting).toMatchObject({
      event: 'backlog',
      chainId: 424_242,
      jobs: { relay: 2 },
      transactions: 0,
      lastError: null,
    });
    expect((await halts('waiting')).stdout).toMatch(/424242 {2}2 relay, due for \d+ s/);
  });
});
