import type { Chain, ChainUpdate, DepositEvent, FillEvent } from '@portage/core/chain';
import { eventTopics } from '@portage/evm/abi';
import { createWalletClient, encodeFunctionData, http, type Hex } from 'viem';
import { depositoryAbi } from '@portage/contracts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { accounts } from '../../test/accounts.js';
import { deployChain, type TestChain } from '../../test/deployChain.js';
import { startFaultProxy, type FaultProxy } from '../../test/startFaultProxy.js';
import { openEvm } from '../../test/openEvm.js';

const order: Hex = `0x${'0e'.padStart(64, 'c')}`;
const down = async (): Promise<{ status: number; body: string }> => ({ status: 503, body: '' });

let node: TestChain;
let liar: FaultProxy;
let honest: readonly FaultProxy[];
let closing: AbortController;
let chain: Chain;

beforeAll(async () => {
  node = await deployChain();
});
afterAll(() => node.stop());

/** Three endpoints, two of which must agree; the first is preferred, and it lies. */
beforeEach(async () => {
  closing = new AbortController();
  liar = await startFaultProxy(node);
  honest = [await startFaultProxy(node), await startFaultProxy(node)];
  chain = await openEvm(
    {
      ...node.config,
      rpcUrls: [liar, ...honest].map(({ rpcUrl }) => rpcUrl),
      wsUrl: undefined,
      pollMs: 50,
    },
    closing.signal,
  );
});
afterEach(async () => {
  closing.abort();
  await Promise.all([liar, ...honest].map((proxy) => proxy.stop()));
});

const block = (tag: string): Promise<Record<string, unknown>> =>
  node.rpc('eth_getBlockByNumber', [tag, false]) as Promise<Record<string, unknown>>;

async function deposit(): Promise<DepositEvent> {
  const hash = await createWalletClient({
    account: accounts.user,
    chain: node.chain,
    transport: http(node.rpcUrl),
  }).sendTransaction({
    to: node.depository,
    value: 5n,
    data: encodeFunctionData({
      abi: depositoryAbi,
      functionName: 'depositNative',
      args: [accounts.user.address, order],
    }),
  });
  let events: readonly unknown[] = [];
  await expect
    .poll(async () => (events = await chain.observe.trace(hash).catch(() => [])))
    .toHaveLength(1);
  return events[0] as DepositEvent;
}

describe('one liar among three endpoints', () => {
  it('H6, H8: ends no request with a payment that it invents, nor while an honest one is down', async () => {
    const { txId, height, blockHash } = await deposit();
    const word = (value: bigint | string): string => BigInt(value).toString(16).padStart(64, '0');
    const log = {
      address: node.filler,
      transactionHash: txId,
      blockHash,
      removed: false,
      blockNumber: `0x${height.toString(16)}`,
      logIndex: '0x0',
      topics: [
        eventTopics.filled,
        order,
        `0x${word(accounts.solver.address)}`,
        `0x${word(accounts.other.address)}`,
      ],
      data: `0x${word(0n)}${word(900n)}`,
    };
    liar.spoil(async ({ method }, pass) => {
      if (method !== 'eth_getTransactionReceipt') return undefined;
      return { result: { ...((await pass()) as object), logs: [log] } };
    });
    // One endpoint's word is that of the preferred one, which is the liar unless it was slow.
    let invented: readonly unknown[] = [];
    await expect
      .poll(async () => (invented = await chain.observe.trace(txId)))
      .toMatchObject([{ type: 'fill', orderId: order, amount: 900n }]);
    const fill = invented[0] as FillEvent;
    expect(await chain.observe.confirm([fill])).toEqual([false]);
    honest[0]!.spoil(down);
    expect(await chain.observe.confirm([fill]), 'one honest endpoint down').toEqual([false]);
    honest[1]!.spoil(down);
    expect(await chain.observe.confirm([fill]), 'both down').toEqual([false]);
  });

  it('H8: makes nothing final: each endpoint that counts sees the depth itself', async () => {
    liar.spoil(async ({ method, params }) =>
      method === 'eth_getBlockByNumber' && params[0] === 'finalized'
        ? { result: await block('latest') }
        : undefined,
    );
    const event = await deposit();
    expect(await chain.observe.confirm([event])).toEqual([true]);
    expect(await chain.observe.confirm([event], undefined, 'finalized')).toEqual([false]);
    expect(await chain.observe.confirm([event], undefined, 10_000)).toEqual([false]);
    const tip = (await block('latest'))['number'];
    const depth = Number(tip) - event.height + 1;
    expect(await chain.observe.confirm([event], undefined, depth)).toEqual([true]);

    const final = Number((await block('finalized'))['number']);
    expect(final).toBeLessThan(Number(tip));
    const stop = new AbortController();
    const known = [{ height: event.height, hash: event.blockHash, time: 0 }];
    for await (const update of chain.observe.updates(known, stop.signal)) {
      if (update.type !== 'advance') throw new Error('nothing was taken back');
      const now = Number((await block('finalized'))['number']);
      expect(update.finalizedHeight).toBeLessThanOrEqual(now);
      if (update.cursor.height > event.height + 5) break;
      await node.rpc('anvil_mine', ['0x1']);
    }
    stop.abort();
  });

  it('H7: is made up for by a second reading of the blocks where it leaves logs out', async () => {
    const { txId, height, ordinal } = await deposit();
    liar.spoil(async ({ method }) => (method === 'eth_getLogs' ? { result: [] } : undefined));
    const { reread } = chain.observe;
    for (const turn of [0, 1, 2]) {
      const read = (first: number, last: number) =>
        reread!.read({ first, last, turn }, closing.signal);
      expect(await read(0, height)).toContainEqual({ txId, ordinal });
      expect(await read(0, height - 1)).not.toContainEqual({ txId, ordinal });
    }
    for (const proxy of [liar, ...honest]) proxy.spoil(down);
    await expect(
      reread!.read({ first: 0, last: height, turn: 3 }, closing.signal),
    ).rejects.toMatchObject({ code: 'RPC_HTTP_ERROR' });
  });

  it('H9: takes no block back that the others still have', async () => {
    const { height, blockHash } = await deposit();
    const stop = new AbortController();
    const parent = await block(`0x${(height - 1).toString(16)}`);
    const known = [
      { height, hash: blockHash, time: 0 },
      { height: height - 1, hash: String(parent['hash']), time: 0 },
    ];
    const updates = chain.observe.updates(known, stop.signal);
    const taken: ChainUpdate[] = [];
    const reading = (async () => {
      for await (const update of updates) taken.push(update);
    })();
    // A fork that only the liar tells of.
    liar.spoil(async ({ method, params }, pass) => {
      if (method !== 'eth_getBlockByNumber' || params[0] === 'finalized') return undefined;
      const header = (await pass()) as Record<string, unknown> | null;
      return { result: header === null ? null : { ...header, hash: `0x${'ab'.repeat(32)}` } };
    });
    const lies = (): number => chain.endpoints!()[0]?.dissents.get('head') ?? 0;
    await expect.poll(lies).toBeGreaterThan(10);
    expect(taken.filter(({ type }) => type === 'rollback')).toEqual([]);
    const [said, ...others] = chain.endpoints!();
    expect(said).toMatchObject({ host: new URL(liar.rpcUrl).host, failed: 0 });
    expect(said!.dissents.get('head')).toBeGreaterThan(0);
    expect(others.map(({ dissents }) => [...dissents])).toEqual([[], []]);
    liar.spoil(undefined);
    const newest = (): number => {
      const last = taken.at(-1);
      return last?.type === 'advance' ? last.cursor.height : -1;
    };
    await expect.poll(newest).toBeGreaterThan(height + 8);
    await node.rpc('anvil_reorg', [4, []]);
    await expect
      .poll(() => taken.filter(({ type }) => type === 'rollback').length)
      .toBeGreaterThan(0);
    stop.abort();
    await reading;
  });
});
