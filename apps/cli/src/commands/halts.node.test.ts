import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { haltChain, openStore, readChain, type Store } from '@portage/store';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jsonLines, runBin, type BinRun } from '../../test/runBin.js';

let data: string;
let store: Store;

beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'portage-halts-'));
  store = await openStore({ dataDir: join(data, 'database') });
});
afterAll(async () => {
  await store.close();
  await rm(data, { recursive: true });
});

const halts = (...args: string[]): Promise<BinRun> => runBin(['halts', ...args, '--data', data]);

describe('portage halts', () => {
  it('shows why a chain is halted, and lets it go on', async () => {
    expect((await halts('list')).stdout).toContain('No chain is halted.');
    await haltChain(store, 8453, 'A reorg took back a deposit after it was spent.');
    await haltChain(store, 8453, 'a later reason, which does not hide the first');
    const listed = await halts('list', '--json');
    expect(jsonLines(listed.stdout)).toEqual([{ event: 'halt', chainId: 8453, reason: 'A reorg took back a deposit after it was spent.' }]);
    expect(jsonLines((await halts('clear', '10', '--json')).stdout)).toEqual([{ event: 'halt-cleared', chainId: 10, cleared: false, reason: null }]);
    const cleared = await halts('clear', '8453');
    expect([cleared.code, cleared.stdout]).toEqual([0, expect.stringContaining('chain 8453 goes on; it was halted: A reorg')]);
    expect((await readChain(store, 8453)).haltedReason).toBeUndefined();
    expect((await halts('clear', 'base')).code).toBe(2);
  });
});
