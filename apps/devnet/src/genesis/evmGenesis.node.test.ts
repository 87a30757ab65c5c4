import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fillerAbi, routerAbi } from '@portage/contracts';
import { parseAbi, type Hex } from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deriveRoles, deriveUsers } from '../contracts/deriveAccounts.js';
import { planChain } from '../contracts/planChain.js';
import { testMnemonic } from '../keys/testMnemonic.js';
import { createDevnet, type Devnet } from '../createDevnet.js';
import { evmChain } from '../description.js';
import { connect, type NodeClient } from '../node/connect.js';
import { allocOf, startNode } from '../node/startNode.js';
import { furnish, readState } from './makeEvmGenesis.js';

const chains = [{ id: 8453, slug: 'base', name: 'Base' }];
const chainId = 8453;
const factoriesAbi = parseAbi([
  'function getPair(address tokenA, address tokenB) view returns (address)',
  'function getPool(address tokenA, address tokenB, uint24 fee) view returns (address)',
]);

let dir: string;
let snapshotDir: string;
const closers: (() => Promise<void>)[] = [];

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'portage-genesis-'));
  snapshotDir = join(dir, 'snapshots');
});

afterAll(async () => {
  for (const close of closers.reverse()) await close();
  await rm(dir, { recursive: true, force: true });
});

async function start(accounts: number): Promise<Devnet> {
  const devnet = await createDevnet({ chains, accounts, snapshotDir, ports: [0], controlPort: 0 });
  closers.push(() => devnet.close());
  return devnet;
}

/** Chain on which everything is deployed now, block by block. */
async function deployNow(accounts: number): Promise<NodeClient> {
  const users = deriveUsers(accounts);
  const plan = planChain({ slug: 'base', roles: deriveRoles(), users });
  const node = await startNode({
    chainId,
    accounts,
    port: 0,
    dataDir: dir,
    mnemonic: testMnemonic,
    slotsInAnEpoch: 1,
    blockTimeSeconds: undefined,
    gasLimit: 300_000_000n,
    alloc: allocOf(plan.balances),
    record: { add: () => undefined, release: () => undefined },
    guard: { add: () => undefined, remove: () => undefined, close: () => Promise.resolve() },
  });
  closers.push(() => node.close());
  const client = connect({ id: chainId, name: 'Base', rpcUrl: `http://127.0.0.1:${node.port}` });
  await furnish(client, plan);
  return client;
}

/** Accounts of a chain; pools, which hold times, without the values of their storage. */
async function contentsOf(client: NodeClient, pools: readonly string[]) {
  const { accounts } = await readState(client);
  return Object.fromEntries(
    Object.entries(accounts)
      .filter(([address, { balance }]) => balance !== marked && !own.has(address))
      .map(([address, { storage, ...account }]) => {
        const words = Object.entries(storage).map(([slot, value]) => [BigInt(slot), BigInt(value)]);
        const isPool = pools.includes(address);
        return [address, { ...account, words: words.map((word) => word.slice(0, isPool ? 1 : 2)) }];
      }),
  );
}

/** Balance of the account that marks a node. */
const marked = '0x1';

/** Accounts that are each chain's own: hashes of its blocks, and the fees that were paid. */
const own = new Set<string>([
  '0x0000f90827f1c53a10cb7a02335b175320002935',
  '0x0000000000000000000000000000000000000000',
]);

test('a chain from a snapshot is the chain that the deployments make', async () => {
  const first = await start(3);
  const second = await start(3);
  expect(await readdir(snapshotDir)).toHaveLength(1);
  const { pools } = evmChain(first.description, chainId).uniswap;
  const places = pools.map(({ address }) => address.toLowerCase());
  const clients = [await deployNow(3), first.client(chainId), second.client(chainId)];
  const [direct, ...kept] = await Promise.all(clients.map((one) => contentsOf(one, places)));
  if (direct === undefined) throw new Error('The chain has no accounts.');
  const owner = deriveRoles().owner.address.toLowerCase() as Hex;
  for (const contents of kept) {
    // The owner has also sent the devnet's id.
    expect(contents[owner]?.nonce).toBe((direct[owner]?.nonce ?? 0) + 1);
    for (const [address, account] of Object.entries(direct))
      if (address !== owner) expect(contents[address as Hex]).toEqual(account);
    expect(Object.keys(contents).sort()).toEqual(Object.keys(direct).sort());
  }
  expect(evmChain(first.description, chainId).deploymentBlock.hash).not.toBe(
    evmChain(second.description, chainId).deploymentBlock.hash,
  );
});

test('the addresses that are planned are those that the contracts name', async () => {
  const devnet = await start(3);
  const client = devnet.client(chainId);
  const { contracts, uniswap } = evmChain(devnet.description, chainId);
  const { filler, router } = contracts;
  expect(
    await client.readContract({ address: filler, abi: fillerAbi, functionName: 'RUNNER' }),
  ).toBe(contracts.callRunner);
  expect(
    await client.readContract({ address: router, abi: routerAbi, functionName: 'PROXY' }),
  ).toBe(contracts.approvalProxy);
  for (const pool of uniswap.pools) {
    const { token0, token1 } = pool;
    const named =
      pool.kind === 'v2'
        ? client.readContract({
            address: uniswap.v2.factory,
            abi: factoriesAbi,
            functionName: 'getPair',
            args: [token0, token1],
          })
        : client.readContract({
            address: uniswap.v3.factory,
            abi: factoriesAbi,
            functionName: 'getPool',
            args: [token0, token1, pool.feePips],
          });
    expect(await named).toBe(pool.address);
  }
});

test('blocks go on at the present time', async () => {
  const devnet = await start(3);
  const client = devnet.client(chainId);
  for (const blockNumber of [0n, 1n]) {
    const { timestamp } = await client.getBlock({ blockNumber });
    expect(Math.abs(Number(timestamp) - Date.now() / 1_000)).toBeLessThan(60);
  }
});

test('another number of accounts is another snapshot, and a damaged one is made anew', async () => {
  const [name] = await readdir(snapshotDir);
  await writeFile(join(snapshotDir, name ?? ''), 'neither hash nor accounts');
  const devnet = await start(3);
  const [, , third] = devnet.description.accounts;
  expect(await devnet.client(chainId).getBalance({ address: third?.address ?? '0x' })).toBe(
    10_000n * 10n ** 18n,
  );
  await start(2);
  expect(await readdir(snapshotDir)).toHaveLength(2);
});
