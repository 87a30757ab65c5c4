import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { testMnemonic } from '../keys/testMnemonic.js';
import { choosePort } from './choosePort.js';
import { startNode } from './startNode.js';

// Alone: it changes HOME for the processes that it starts.

const usualHome = process.env['HOME'];

afterEach(() => {
  process.env['HOME'] = usualHome;
});

async function call(port: number, method: string, params: readonly unknown[]): Promise<unknown> {
  const response = await fetch(`http://127.0.0.1:${port}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  const { result } = (await response.json()) as { readonly result?: unknown };
  return result;
}

test('a chain of many blocks leaves no states behind, and none in the home of its user', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'portage-node-'));
  const home = await mkdtemp(join(tmpdir(), 'portage-home-'));
  process.env['HOME'] = home;
  const unguarded = { add: () => undefined, remove: () => undefined };
  const node = await startNode({
    chainId: 8453,
    port: await choosePort(0),
    dataDir,
    mnemonic: testMnemonic,
    accounts: 1,
    blockTimeSeconds: undefined,
    gasLimit: 30_000_000n,
    slotsInAnEpoch: 32,
    alloc: '',
    record: { ...unguarded, release: () => undefined },
    guard: { ...unguarded, close: () => Promise.resolve() },
  });
  try {
    for (let hundred = 0; hundred < 12; hundred += 1)
      await call(node.port, 'anvil_mine', [`0x${(100).toString(16)}`]);
    expect(await call(node.port, 'eth_blockNumber', [])).toBe(`0x${(1_200).toString(16)}`);
    expect(await readdir(dataDir)).toContain('states-8453');
    await node.close();
    expect(await readdir(dataDir)).toEqual(['genesis-8453.json']);
    expect(await readdir(home)).toEqual([]);
  } finally {
    await node.close();
    for (const folder of [dataDir, home]) await rm(folder, { recursive: true, force: true });
  }
});
