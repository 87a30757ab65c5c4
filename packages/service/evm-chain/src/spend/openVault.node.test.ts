import { depositoryAbi, testUsdcAbi } from '@portage/contracts';
import type { Chain, ChainEvent } from '@portage/core/chain';
import { createWalletClient, encodeFunctionData, http, type Hex } from 'viem';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { accounts } from '../../test/accounts.js';
import { deployChain, type TestChain } from '../../test/deployChain.js';
import { openEvm } from '../../test/openEvm.js';

const closing = new AbortController();
const id = (n: number): Hex => `0x${n.toString(16).padStart(64, 'c')}`;
const depositor = accounts.user.address.toLowerCase();
const delay = 14 * 86_400;

let node: TestChain;
let chain: Chain;
let usdc: string;

beforeAll(async () => {
  node = await deployChain();
  chain = await openEvm(node.config, closing.signal, node.keys);
  usdc = node.usdc.toLowerCase();
});
afterAll(async () => {
  closing.abort();
  await node.stop();
});

async function send(to: Hex, data: Hex): Promise<readonly ChainEvent[]> {
  const wallet = createWalletClient({
    account: accounts.user,
    chain: node.chain,
    transport: http(node.rpcUrl),
  });
  const hash = await wallet.sendTransaction({ to, data, gas: 500_000n });
  expect((await node.client.waitForTransactionReceipt({ hash })).status).toBe('success');
  return chain.observe.trace(hash);
}

const call = (functionName: 'requestReclaim' | 'reclaim', n: number) =>
  send(
    chain.vault!.account as Hex,
    encodeFunctionData({ abi: depositoryAbi, functionName, args: [id(n), node.usdc] }),
  );

/** Limit of a token, as the contract itself tells it. */
const readLimit = (token: Hex): Promise<{ readonly capacity: bigint; readonly window: number }> =>
  node.client.readContract({
    address: chain.vault!.account as Hex,
    abi: depositoryAbi,
    functionName: 'limitOf',
    args: [token],
  });

async function deposit(n: number, amount: bigint): Promise<void> {
  const { account } = chain.vault!;
  await send(
    node.usdc,
    encodeFunctionData({
      abi: testUsdcAbi,
      functionName: 'approve',
      args: [account as Hex, amount],
    }),
  );
  await send(
    account as Hex,
    encodeFunctionData({
      abi: depositoryAbi,
      functionName: 'depositErc20',
      args: [accounts.user.address, node.usdc, amount, id(n)],
    }),
  );
}

it('brings earnings home before a reclaim, and tells one that came first', async () => {
  const vault = chain.vault!;
  const spend = chain.spend!;
  expect(vault.reclaimDelay).toBe(delay);
  expect(await vault.available(usdc)).toBeGreaterThan(10_000n);
  expect(await vault.limit?.(usdc)).toBe((await readLimit(node.usdc)).capacity);
  for (const n of [1, 2, 3]) await deposit(n, 1_000n * BigInt(n));
  const escrow = (n: number) => ({ orderId: id(n), depositor, currency: usdc });
  expect(await vault.held([1, 2, 3, 4].map(escrow))).toEqual([1_000n, 2_000n, 3_000n, 0n]);

  const asked = await call('requestReclaim', 1);
  expect(asked).toMatchObject([
    { type: 'reclaimRequest', orderId: id(1), depositor, currency: usdc, amount: 1_000n },
  ]);
  await call('requestReclaim', 3);
  const before = await chain.balances.read(spend.sender, usdc);
  const { timestamp } = await node.client.getBlock();
  const collection = {
    type: 'collection',
    orderId: id(9),
    currency: usdc,
    amount: 3_000n,
    expiry: Number(timestamp) + 600,
    releases: [1, 2].map((n) => ({ orderId: id(n), depositor, amount: 1_000n * BigInt(n) })),
  } as const;
  const stale = { ...collection, expiry: Number(timestamp) - 1 };
  const [good, late] = await spend.simulate!([collection, stale]);
  expect([good?.status, late?.status]).toEqual(['passes', 'reverts']);
  const [signed] = await spend.prepare([collection], await spend.nextSequence());
  await spend.broadcast([signed!]);
  await node.client.waitForTransactionReceipt({ hash: signed!.txId as Hex });
  expect(await chain.observe.trace(signed!.txId)).toMatchObject(
    collection.releases.map((release) => ({
      type: 'release',
      ...release,
      recipient: spend.sender,
    })),
  );
  expect((await chain.balances.read(spend.sender, usdc)) - before).toBe(3_000n);
  expect(await vault.held([1, 2, 3].map(escrow))).toEqual([0n, 0n, 3_000n]);

  await node.client.request({ method: 'evm_increaseTime' as never, params: [delay + 1] as never });
  await expect(call('reclaim', 1)).rejects.toThrow();
  expect(await call('reclaim', 3)).toMatchObject([
    { type: 'reclaim', orderId: id(3), depositor, currency: usdc, amount: 3_000n },
  ]);
  expect(await vault.held([escrow(3)])).toEqual([0n]);
});
