import { depositoryAbi } from '@portage/contracts';
import type { FamilyKeys } from '@portage/core/plugin';
import type { Chain, ChainEvent, ChainUpdate, Cursor } from '@portage/core/chain';
import { createWalletClient, encodeFunctionData, http, type Hex } from 'viem';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { accounts } from '../../test/accounts.js';
import { deployChain, type TestChain } from '../../test/deployChain.js';
import { startFaultProxy, type FaultProxy } from '../../test/startFaultProxy.js';
import type { EvmChainConfig } from '../index.js';
import { openEvm } from '../../test/openEvm.js';

const id = (n: number): Hex => `0x${n.toString(16).padStart(64, 'c')}`;

let node: TestChain;
let closing: AbortController;
let proxies: FaultProxy[] = [];

beforeAll(async () => {
  node = await deployChain();
});
afterAll(() => node.stop());
afterEach(async () => {
  closing.abort();
  await Promise.all(proxies.map((proxy) => proxy.stop()));
  proxies = [];
});

/** The chain without keys: it only watches. */
async function open(overrides: Partial<EvmChainConfig> = {}, keys?: FamilyKeys): Promise<Chain> {
  closing = new AbortController();
  return openEvm({ ...node.config, ...overrides }, closing.signal, keys);
}

async function proxy(): Promise<FaultProxy> {
  const started = await startFaultProxy(node);
  proxies.push(started);
  return started;
}

/** A reader of updates that keeps what a database would: the blocks and the events that stand. */
function follow(chain: Chain, known: readonly Cursor[] = []) {
  const stop = new AbortController();
  const iterator = chain.observe.updates(known, stop.signal)[Symbol.asyncIterator]();
  let blocks = [...known];
  let events: ChainEvent[] = [];
  const rollbacks: Cursor[] = [];
  const take = (update: ChainUpdate): void => {
    if (update.type === 'rollback') {
      rollbacks.push(update.to);
      blocks = blocks.filter((block) => block.height <= update.to.height);
      events = events.filter((event) => event.height <= update.to.height);
      expect(blocks.at(-1)).toEqual(update.to);
    } else {
      expect(update.blocks.at(-1)).toEqual(update.cursor);
      expect(update.cursor.height).toBeGreaterThan(blocks.at(-1)?.height ?? -1);
      blocks.push(...update.blocks);
      events.push(...update.events);
    }
  };
  return {
    rollbacks,
    blocks: () => blocks,
    events: () => events,
    until: async (done: () => boolean): Promise<void> => {
      while (!done()) {
        const next = await iterator.next();
        if (next.done === true) throw new Error('the updates ended');
        take(next.value);
      }
    },
    stop: async () => {
      stop.abort();
      await iterator.return?.(undefined);
    },
  };
}

const seen = (events: ChainEvent[], orderId: Hex): ChainEvent[] =>
  events.filter((event) => event.type === 'deposit' && event.orderId === orderId);

async function deposit(orderId: Hex, value = 1n): Promise<Hex> {
  const wallet = createWalletClient({
    account: accounts.user,
    chain: node.chain,
    transport: http(node.rpcUrl),
  });
  const data = encodeFunctionData({
    abi: depositoryAbi,
    functionName: 'depositNative',
    args: [accounts.user.address, orderId],
  });
  return wallet.sendTransaction({ to: node.depository, data, value, gas: 200_000n });
}

const mined = (hash: Hex) => node.client.waitForTransactionReceipt({ hash });
const blockTime = (seconds: number) => node.rpc('evm_setIntervalMining', [seconds]);

describe('following a real chain', () => {
  it.each([true, false])('sees a deposit once (websocket: %s)', async (websocket) => {
    const chain = await open(websocket ? {} : { wsUrl: undefined, pollMs: 50 });
    const watch = follow(chain);
    const orderId = id(websocket ? 1 : 2);
    const { blockHash, blockNumber } = await mined(await deposit(orderId));
    await watch.until(() => seen(watch.events(), orderId).length > 0);
    expect(seen(watch.events(), orderId)).toEqual([
      expect.objectContaining({ blockHash, height: Number(blockNumber), ordinal: 0 }),
    ]);
    await watch.stop();
  });

  it('takes back a block that a reorg dropped, and sees the deposit where it went', async () => {
    const watch = follow(await open());
    const before = await mined(await deposit(id(3)));
    await watch.until(() => seen(watch.events(), id(3)).length > 0);
    await blockTime(0);
    await node.rpc('anvil_reorg', [3, []]);
    // The node forgot the transaction; its sender makes it again below.
    await blockTime(1);
    expect(
      await node.client
        .getTransactionReceipt({ hash: before.transactionHash })
        .catch(() => undefined),
    ).toBeUndefined();
    await watch.until(() => seen(watch.events(), id(3)).length === 0);
    expect(watch.rollbacks.length).toBeGreaterThan(0);
    const again = await mined(await deposit(id(3)));
    await watch.until(() => seen(watch.events(), id(3)).length > 0);
    expect(seen(watch.events(), id(3))).toEqual([
      expect.objectContaining({ blockHash: again.blockHash, height: Number(again.blockNumber) }),
    ]);
    await watch.stop();
  });

  it('finds a reorg that happened while nobody watched', async () => {
    const first = follow(await open());
    await mined(await deposit(id(4)));
    await first.until(() => seen(first.events(), id(4)).length > 0);
    const known = first.blocks();
    await first.stop();
    closing.abort();
    await node.rpc('anvil_reorg', [4, []]);
    const later = await mined(await deposit(id(5)));
    const second = follow(await open(), known);
    await second.until(() => seen(second.events(), id(5)).length > 0);
    expect(second.rollbacks).toHaveLength(1);
    expect(second.rollbacks[0]!.height).toBeLessThan(known.at(-1)!.height);
    expect(seen(second.events(), id(5))[0]).toMatchObject({ blockHash: later.blockHash });
    expect(seen(second.events(), id(4))).toEqual([]);
    await second.stop();
  });

  it('F8: goes on without a gap from any place, and reads the same again', async () => {
    await node.rpc('anvil_mine', ['0x96']);
    await mined(await deposit(id(6)));
    const whole = follow(await open());
    await whole.until(() => seen(whole.events(), id(6)).length > 0);
    const middle = whole.blocks().at(-20)!;
    const part = follow(await open(), [middle]);
    await part.until(() => seen(part.events(), id(6)).length > 0);
    expect(part.rollbacks).toEqual([]);
    expect(part.blocks()[1]!.height).toBe(middle.height + 1);
    expect(part.events()).toEqual(
      whole
        .events()
        .filter(
          (event) => event.height > middle.height && event.height <= part.blocks().at(-1)!.height,
        ),
    );
    await whole.stop();
    await part.stop();
  });

  it('halts when nothing it knew is left', async () => {
    const watch = follow(await open(), [{ height: 2, hash: id(7), time: 0 }]);
    await expect(watch.until(() => false)).rejects.toMatchObject({ code: 'CHAIN_HALTED' });
  });

  it('H13: notices that its websocket went silent', async () => {
    const spoilt = await proxy();
    const watch = follow(await open({ wsUrl: spoilt.wsUrl }));
    await watch.until(() => watch.blocks().length > 2);
    spoilt.silence();
    await mined(await deposit(id(8)));
    await watch.until(() => seen(watch.events(), id(8)).length > 0);
    await expect.poll(() => spoilt.connections()).toBeGreaterThan(1);
    await watch.stop();
  });

  it('goes on through errors, rate limits and nonsense', async () => {
    const spoilt = await proxy();
    const watch = follow(await open({ rpcUrls: [spoilt.rpcUrl], wsUrl: undefined, pollMs: 50 }));
    await watch.until(() => watch.blocks().length > 0);
    const faults = [
      { status: 500, body: '<html>oops</html>' },
      { status: 429, body: '', headers: { 'retry-after': '0' } },
      { status: 200, body: '{"jsonrpc":"2.0","id":1,"resu' },
      { status: 200, body: '{"jsonrpc":"2.0","id":999999999,"result":"0x1"}' },
      { status: 302, body: '', headers: { location: node.rpcUrl } },
    ];
    let requests = 0;
    let drawn = 1;
    spoilt.spoil(async ({ index }) => {
      if (index > 0) return undefined;
      requests += 1;
      // Drawn: a fixed rhythm might hit the same call of every attempt.
      drawn = (drawn * 16_807) % 2_147_483_647;
      return drawn % 2 === 0 ? undefined : faults[drawn % faults.length];
    });
    await mined(await deposit(id(9)));
    await watch.until(() => seen(watch.events(), id(9)).length > 0);
    expect(requests).toBeGreaterThan(3);
    expect(seen(watch.events(), id(9))).toHaveLength(1);
    await watch.stop();
  });
});

describe('a quorum on a real chain', () => {
  const invent = (log: Record<string, unknown>): Record<string, unknown> => ({
    ...log,
    topics: [(log['topics'] as string[])[0], id(77), (log['topics'] as string[])[2]],
  });

  it('does not believe a deposit that one endpoint invents, nor counts one that is silent', async () => {
    const liar = await proxy();
    const chain = await open({ rpcUrls: [liar.rpcUrl, node.rpcUrl], wsUrl: undefined, pollMs: 50 });
    liar.spoil(async ({ method }, pass) => {
      if (method === 'eth_getLogs')
        return { result: ((await pass()) as Record<string, unknown>[]).map(invent) };
      if (method !== 'eth_getTransactionReceipt') return undefined;
      const receipt = (await pass()) as { logs: Record<string, unknown>[] } | null;
      return { result: receipt === null ? null : { ...receipt, logs: receipt.logs.map(invent) } };
    });
    const watch = follow(chain);
    const { transactionHash } = await mined(await deposit(id(10), 5n));
    const findTold = () => watch.events().find((event) => event.txId === transactionHash);
    await watch.until(() => findTold() !== undefined);
    // One tells the truth and one the lie, and either may come first.
    const told = findTold();
    if (told?.type !== 'deposit') throw new Error('no deposit');
    const lie = { ...told, orderId: id(77) };
    expect(await chain.observe.confirm([lie])).toEqual([false]);
    const truth = { ...told, orderId: id(10) };
    expect(await chain.observe.confirm([truth])).toEqual([false]);
    liar.spoil(async () => ({ status: 503, body: '' }));
    expect(await chain.observe.confirm([truth])).toEqual([false]);
    liar.spoil(undefined);
    expect(await chain.observe.confirm([truth, lie])).toEqual([true, false]);
    await watch.stop();
  });
  it('finds a deposit that one endpoint leaves out', async () => {
    const forgetful = await proxy();
    const chain = await open({
      rpcUrls: [forgetful.rpcUrl, node.rpcUrl],
      wsUrl: undefined,
      pollMs: 50,
    });
    forgetful.spoil(async ({ method }) => (method === 'eth_getLogs' ? { result: [] } : undefined));
    await expect.poll(() => chain.observe.tip()).toBeDefined();
    const start = chain.observe.tip()!.value;
    const watch = follow(chain, [{ height: start.height, hash: start.hash, time: start.time }]);
    await mined(await deposit(id(11)));
    await watch.until(() => seen(watch.events(), id(11)).length > 0);
    await watch.stop();
    // The same far back, where blocks are read in ranges, and with a third endpoint that sends
    // nonsense.
    await node.rpc('anvil_mine', ['0x80']);
    closing.abort();
    const noise = await proxy();
    noise.spoil(async ({ method }) =>
      method === 'eth_getLogs' ? { result: [{ nonsense: true }] } : undefined,
    );
    const again = follow(
      await open({
        rpcUrls: [forgetful.rpcUrl, noise.rpcUrl, node.rpcUrl],
        wsUrl: undefined,
        pollMs: 50,
      }),
    );
    await again.until(() => seen(again.events(), id(11)).length > 0);
    await again.stop();
  });
});

describe('opening a chain', () => {
  type Wrong = Partial<EvmChainConfig> & { readonly keys?: FamilyKeys };
  const contractsWith = (name: string, address: string): Wrong => ({
    contracts: { ...node.config.contracts, [name]: address },
  });
  it.each<[string, string | undefined, () => Wrong]>([
    ['a wrong chain id', 'id', () => ({ id: 1 })],
    [
      'no contract at the filler',
      'contracts.filler',
      () => contractsWith('filler', accounts.other.address),
    ],
    [
      'another contract at the filler',
      'contracts.filler',
      () => contractsWith('filler', node.depository),
    ],
    ['a token at the filler', 'contracts.filler', () => contractsWith('filler', node.usdc)],
    [
      'another contract at the depository',
      'contracts.depository',
      () => contractsWith('depository', node.filler),
    ],
    [
      'another call runner than the filler has',
      'contracts.callRunner',
      () => contractsWith('callRunner', node.usdc),
    ],
    [
      'no contract at the multicall',
      'contracts.multicall3',
      () => contractsWith('multicall3', accounts.other.address),
    ],
    [
      'no contract at the token',
      'assets.1.address',
      () => ({
        assets: node.config.assets.map((asset, index) =>
          index === 0 ? asset : { ...asset, address: accounts.other.address },
        ),
      }),
    ],
    ['a quorum without the endpoints for it', 'quorum', () => ({ quorum: 2 })],
    [
      'another allocator',
      'contracts.depository',
      () => ({
        keys: { solver: accounts.solver.privateKey, allocator: accounts.other.privateKey },
      }),
    ],
  ])('W1, W6: refuses %s at %s, without a word of its secrets', async (_, path, wrongOf) => {
    const { keys, ...overrides } = wrongOf();
    const url = `${(await proxy()).rpcUrl}/canary-secret?key=canary-secret`;
    const failure = await open({ ...overrides, rpcUrls: [url] }, keys).then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(failure).toMatchObject({ code: 'INVALID_CONFIGURATION', details: [{ path }] });
    const text = `${String(failure)} ${JSON.stringify(failure)} ${(failure as Error).stack ?? ''}`;
    expect(text).not.toContain('canary-secret');
    expect(text).not.toContain(accounts.other.privateKey.slice(2));
  });
});
