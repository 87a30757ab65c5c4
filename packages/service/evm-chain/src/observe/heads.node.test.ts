import { depositoryAbi } from '@portage/contracts';
import type { Chain, ChainAdvance, ChainEvent } from '@portage/core/chain';
import { startFaultProxy, type Fault, type FaultProxy, waitMsMax } from '@portage/testing';
import { createWalletClient, encodeFunctionData, http, type Hex } from 'viem';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { accounts } from '../../test/accounts.js';
import { deployChain, type TestChain } from '../../test/deployChain.js';
import { openEvm } from '../../test/openEvm.js';

const method = 'eth_getBlockByNumber';

let node: TestChain;
let proxies: readonly FaultProxy[];
let closing: AbortController;

beforeAll(async () => {
  node = await deployChain();
});
afterAll(() => node.stop());
beforeEach(async () => {
  closing = new AbortController();
  proxies = await Promise.all([1, 2, 3].map(() => startFaultProxy({ target: node.rpcUrl })));
});
afterEach(async () => {
  closing.abort();
  await Promise.all(proxies.map((proxy) => proxy.close()));
});

/** The chain behind three endpoints, of which two must agree; the first is preferred. */
function open(websocket = false): Promise<Chain> {
  return openEvm(
    {
      ...node.config,
      rpcUrls: proxies.map(({ url }, index) => ({ url, operator: String(index) })),
      finality: [{ confirmations: 1 }],
      devnet: false,
      dataFee: 'none',
      wsUrl: websocket ? node.wsUrl : undefined,
      pollMs: 50,
      timeoutMs: 5_000,
    },
    closing.signal,
  );
}

type Block = Readonly<Record<string, unknown>>;

const blockOf = (height: number): Promise<Block> =>
  node.rpc(method, [`0x${height.toString(16)}`, false]) as Promise<Block>;
const heightNow = async (): Promise<number> => Number(await node.rpc('eth_blockNumber', []));

/** Changes the blocks that an endpoint tells. */
const blocks = (change: (block: Block) => unknown): Fault => ({
  type: 'falsify',
  methods: [method],
  result: (block) => (block === null ? undefined : change(block as Block)),
});

/** Steps of the chain until so many blocks after now are handed out. */
async function advances(chain: Chain, count: number): Promise<readonly ChainAdvance[]> {
  const start = await heightNow();
  const hash = String((await blockOf(start))['hash']);
  const known = [{ height: start, hash, time: Number((await blockOf(start))['timestamp']) }];
  const stop = AbortSignal.any([closing.signal, AbortSignal.timeout(waitMsMax)]);
  const steps: ChainAdvance[] = [];
  for await (const update of chain.observe.updates(known, stop)) {
    if (update.type === 'rollback') throw new Error('nothing was taken back');
    steps.push(update);
    if (update.cursor.height >= start + count) return steps;
  }
  throw new Error(`The chain stands still at ${String(steps.at(-1)?.cursor.height)}.`);
}

/** Waits until the endpoints were asked so many times more, whatever they said. */
async function looks(chain: Chain, count: number): Promise<void> {
  const asked = (): number =>
    chain.endpoints!().reduce((sum, { answered, failed }) => sum + answered + failed, 0);
  await expect.poll(asked).toBeGreaterThanOrEqual(asked() + count);
}

const future = 10_000;

/** Faults of the preferred endpoint, by their names. */
const faults: readonly (readonly [string, (frozen: Block) => readonly Fault[]])[] = [
  ['is frozen', (frozen) => [blocks((block) => (isOver(block, frozen) ? frozen : undefined))]],
  ['refuses', () => [{ type: 'rpcError', code: -32_000, message: 'no' }]],
  ['answers nonsense', () => [{ type: 'falsify', result: () => 'nonsense' }]],
  [
    'refuses logs',
    () => [{ type: 'rpcError', code: -32_000, message: 'no', methods: ['eth_getLogs'] }],
  ],
  ['answers with a page', () => [{ type: 'htmlBody' }]],
  [
    'tells of the far future',
    () => [
      blocks((block) => ({
        ...block,
        number: `0x${(Number(block['number']) + future).toString(16)}`,
      })),
    ],
  ],
  [
    'tells wrong times',
    () => [
      blocks((block) => ({
        ...block,
        timestamp: `0x${(Number(block['timestamp']) + 600).toString(16)}`,
      })),
    ],
  ],
];

const isOver = (block: Block, frozen: Block): boolean =>
  Number(block['number']) > Number(frozen['number']);

describe('a preferred endpoint of three', () => {
  it.each(faults)(
    'H9: that %s is left, and the chain goes on with the true times',
    async (_, lie) => {
      const chain = await open();
      proxies[0]!.set(lie(await blockOf(await heightNow())));
      const steps = await advances(chain, 6);
      for (const { height, hash, time } of steps.flatMap((step) => step.blocks))
        expect(await blockOf(height)).toMatchObject({ hash, timestamp: `0x${time.toString(16)}` });
      const tip = chain.observe.tip();
      expect(tip?.value.height).toBeGreaterThan(0);
      expect(tip?.value.height).toBeLessThanOrEqual(await heightNow());
    },
  );

  it('H9: that was frozen is asked first again when it has the newest block', async () => {
    const chain = await open();
    const frozen = await blockOf(await heightNow());
    proxies[0]!.set([blocks((block) => (isOver(block, frozen) ? frozen : undefined))]);
    await advances(chain, 3);
    const count: Fault = { type: 'falsify', methods: ['eth_getLogs'], result: () => undefined };
    proxies[0]!.set([count]);
    const before = proxies[0]!.injected.length;
    await advances(chain, 6);
    expect(proxies[0]!.injected.length).toBeGreaterThan(before);
  });

  it('H9: that tells of the far future does not keep the chain from opening', async () => {
    proxies[0]!.set(faults.at(-2)![1]({}));
    const chain = await open();
    await expect.poll(() => chain.observe.tip()).toBeDefined();
    expect(chain.observe.tip()?.value.height).toBeLessThanOrEqual(await heightNow());
  });

  it('H9: is not alone with the announcements of a websocket', async () => {
    const chain = await open(true);
    proxies[0]!.set([{ type: 'htmlBody' }]);
    expect((await advances(chain, 6)).length).toBeGreaterThan(0);
  });
});

describe('the age of the newest block', () => {
  it('H9: counts since its hash changed, though endpoints answer', async () => {
    const chain = await open();
    const block = await blockOf(await heightNow());
    for (const proxy of proxies)
      proxy.set([blocks((now) => (isOver(now, block) ? block : undefined))]);
    await looks(chain, 30);
    const seen = chain.observe.tip();
    await looks(chain, 60);
    expect(chain.observe.tip()).toEqual(seen);
    for (const proxy of proxies) proxy.set([]);
    await expect.poll(() => chain.observe.tip()?.observedAt).toBeGreaterThan(seen!.observedAt);
  });

  it('H9, J2: a block far ahead of the clock is no block, whoever tells it', async () => {
    const chain = await open();
    const years = 3 * 365 * 86_400;
    for (const proxy of proxies)
      proxy.set([
        blocks((now) => ({
          ...now,
          timestamp: `0x${(Number(now['timestamp']) + years).toString(16)}`,
        })),
      ]);
    await looks(chain, 3);
    const seen = chain.observe.tip();
    // An endpoint that lies in this way is asked rarely.
    await looks(chain, 6);
    expect(chain.observe.tip()).toEqual(seen);
  });
});

describe('one endpoint alone', () => {
  it('H8: tells no balance that is believed, nor while an honest one is down', async () => {
    const chain = await open();
    await expect.poll(() => chain.observe.tip()).toBeDefined();
    const { address } = accounts.solver;
    const read = (currency: string): Promise<bigint> =>
      chain.balances.read(address.toLowerCase(), currency);
    const native = chain.native.address;
    const usdc = node.usdc.toLowerCase();
    const [trueNative, trueUsdc] = [await read(native), await read(usdc)];
    const lie = (method: string, result: string): Fault => ({
      type: 'falsify',
      methods: [method],
      result: () => result,
    });
    proxies[0]!.set([
      lie('eth_getBalance', '0xff'),
      lie('eth_call', `0x${'ff'.padStart(64, '0')}`),
    ]);
    expect([await read(native), await read(usdc)]).toEqual([trueNative, trueUsdc]);
    proxies[1]!.set([{ type: 'htmlBody' }]);
    await expect(read(usdc)).rejects.toMatchObject({ code: 'RPC_HTTP_ERROR' });
  });

  it('H9: that has none of the known blocks does not halt the chain', async () => {
    const chain = await open();
    proxies[0]!.set([blocks((block) => ({ ...block, hash: `0x${'ab'.repeat(32)}` }))]);
    expect((await advances(chain, 6)).length).toBeGreaterThan(0);
  });

  it('H7: leaves out no event, though its headers promise none', async () => {
    const chain = await open();
    const events: ChainEvent[] = [];
    const start = await heightNow();
    const { hash, timestamp } = await blockOf(start);
    const known = [{ height: start, hash: String(hash), time: Number(timestamp) }];
    void (async () => {
      for await (const update of chain.observe.updates(known, closing.signal))
        if (update.type === 'advance') events.push(...update.events);
    })();
    proxies[0]!.set([
      { type: 'dropLog', methods: ['eth_getLogs'] },
      blocks((block) => ({ ...block, logsBloom: `0x${'0'.repeat(512)}` })),
    ]);
    const wallet = createWalletClient({
      account: accounts.user,
      chain: node.chain,
      transport: http(node.rpcUrl),
    });
    const orderId: Hex = `0x${'0f'.padStart(64, 'd')}`;
    const txId = await wallet.sendTransaction({
      to: node.depository,
      value: 5n,
      data: encodeFunctionData({
        abi: depositoryAbi,
        functionName: 'depositNative',
        args: [accounts.user.address, orderId],
      }),
    });
    await node.client.waitForTransactionReceipt({ hash: txId });
    await expect.poll(() => events).toMatchObject([{ txId, orderId }]);
  });
});
