import { depositoryAbi } from '@portage/contracts';
import { startFaultProxy, type Fault, type FaultProxy } from '@portage/testing';
import { createPublicClient, keccak256, webSocket, type Hex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createDevnet, evmChain, type Devnet } from '../src/index.js';

const chain = { id: 10, slug: 'optimism', name: 'OP Mainnet' };
const orderId = `0x${'0d'.repeat(32)}` as const;

let devnet: Devnet;
let proxy: FaultProxy;
let depository: Hex;
let deposit: { readonly hash: Hex; readonly blockHash: Hex };

beforeAll(async () => {
  devnet = await createDevnet({ chains: [chain], ports: [0], controlPort: 0 });
  const { rpcUrl, contracts } = evmChain(devnet.description, 10);
  depository = contracts.depository;
  proxy = await startFaultProxy({ target: rpcUrl });
  const client = devnet.client(10);
  const account = privateKeyToAccount(devnet.description.accounts[0]!.privateKey);
  const hash = await client.writeContract({
    account,
    chain: client.chain,
    address: depository,
    abi: depositoryAbi,
    functionName: 'depositNative',
    args: [account.address, orderId],
    value: 5n,
  });
  await devnet.mine(10, 3);
  deposit = { hash, blockHash: (await client.getTransactionReceipt({ hash })).blockHash };
});

afterAll(async () => {
  await proxy.close();
  await devnet.close();
});

beforeEach(() => proxy.set([]));

function post(body: unknown): Promise<Response> {
  return fetch(proxy.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    redirect: 'manual',
    signal: AbortSignal.timeout(300),
  });
}

async function call(method: string, ...params: readonly unknown[]): Promise<unknown> {
  const answer = (await (await post({ jsonrpc: '2.0', id: 1, method, params })).json()) as {
    result?: unknown;
    error?: unknown;
  };
  return answer.error ?? answer.result;
}

describe('an endpoint that fails', () => {
  test('passes calls and batches on when nothing is wrong', async () => {
    expect(await call('eth_chainId')).toBe('0xa');
    const batch = ['eth_chainId', 'net_version'].map((method, id) => ({
      jsonrpc: '2.0',
      id,
      method,
      params: [],
    }));
    const answers = [
      { jsonrpc: '2.0', id: 0, result: '0xa' },
      { jsonrpc: '2.0', id: 1, result: '10' },
    ];
    expect(await (await post(batch)).json()).toEqual(answers);
    proxy.set([{ type: 'reorderBatch' }]);
    expect(await (await post(batch)).json()).toEqual([...answers].reverse());
    expect(await call('eth_nonsense')).toMatchObject({ code: -32601 });
  });

  test('accepts a transaction and does not say so', async () => {
    const client = devnet.client(10);
    const account = privateKeyToAccount(devnet.description.accounts[1]!.privateKey);
    const nonce = await client.getTransactionCount({ address: account.address });
    const raw = await account.signTransaction({
      chainId: 10,
      nonce,
      to: account.address,
      value: 1n,
      gas: 21_000n,
      type: 'eip1559',
      ...(await client.estimateFeesPerGas()),
    });
    proxy.set([{ type: 'acceptThenTimeout', methods: ['eth_sendRawTransaction'] }]);
    await expect(call('eth_sendRawTransaction', raw)).rejects.toMatchObject({
      name: 'TimeoutError',
    });
    await devnet.mine(10);
    expect((await client.getTransactionReceipt({ hash: keccak256(raw) })).status).toBe('success');
    expect(await call('eth_chainId'), 'other calls').toBe('0xa');
  });

  test('says that it took a transaction, and passes it on to nobody', async () => {
    const raw = '0x02';
    const result = ([sent]: readonly unknown[]) => keccak256(sent as Hex);
    proxy.set([{ type: 'feign', methods: ['eth_sendRawTransaction'], result }]);
    // The node would refuse these bytes.
    expect(await call('eth_sendRawTransaction', raw)).toBe(keccak256(raw));
    expect(await call('eth_chainId'), 'other calls').toBe('0xa');
  });

  test('does not forward what it swallows', async () => {
    await devnet.pauseMining(10);
    const height = await devnet.client(10).getBlockNumber();
    proxy.set([{ type: 'timeout' }]);
    await expect(call('evm_mine')).rejects.toMatchObject({ name: 'TimeoutError' });
    expect(await devnet.client(10).getBlockNumber()).toBe(height);
    await devnet.resumeMining(10);
  });

  test('is slow, limits, redirects, breaks off', async () => {
    proxy.set([{ type: 'latency', ms: 120 }]);
    const before = performance.now();
    await call('eth_chainId');
    expect(performance.now() - before).toBeGreaterThanOrEqual(115);
    proxy.set([{ type: 'http429', retryAfterSeconds: 7, times: 1 }]);
    const limited = await post({ jsonrpc: '2.0', id: 1, method: 'eth_chainId' });
    expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '7']);
    expect(await call('eth_chainId'), 'once only').toBe('0xa');
    proxy.set([{ type: 'htmlBody' }]);
    const page = await post({ jsonrpc: '2.0', id: 1, method: 'eth_chainId' });
    expect([page.status, await page.text()]).toEqual([502, expect.stringContaining('<html>')]);
    proxy.set([{ type: 'redirect', url: 'http://169.254.169.254/' }]);
    expect(
      (await post({ jsonrpc: '2.0', id: 1, method: 'eth_chainId' })).headers.get('location'),
    ).toBe('http://169.254.169.254/');
    proxy.set([{ type: 'reset' }]);
    await expect(call('eth_chainId')).rejects.toThrow('fetch failed');
    proxy.set([{ type: 'truncate' }]);
    await expect(call('eth_chainId')).rejects.toBeInstanceOf(SyntaxError);
    proxy.set([
      {
        type: 'rpcError',
        code: -32000,
        message: 'nonce too low',
        methods: ['eth_sendRawTransaction'],
      },
    ]);
    expect(await call('eth_sendRawTransaction', '0x')).toEqual({
      code: -32000,
      message: 'nonce too low',
    });
  });
});

describe('an endpoint that lies', () => {
  const filter = () => ({ blockHash: deposit.blockHash, address: depository });

  test('withholds a deposit', async () => {
    expect(await call('eth_getLogs', filter())).toHaveLength(1);
    proxy.set([{ type: 'dropLog', address: depository }]);
    expect(await call('eth_getLogs', filter())).toEqual([]);
    expect(await call('eth_getTransactionReceipt', deposit.hash)).toMatchObject({
      status: '0x1',
      logs: [],
    });
    proxy.set([{ type: 'dropLog', address: devnet.description.roles.owner.address }]);
    expect(await call('eth_getLogs', filter())).toHaveLength(1);
  });

  test('invents one, in the block that was asked for', async () => {
    const log = {
      address: depository,
      topics: [`0x${'01'.repeat(32)}`],
      data: '0x',
      logIndex: '0x7',
      removed: false,
    };
    proxy.set([{ type: 'inventLog', log }]);
    const block = await devnet.client(10).getBlock({ blockHash: deposit.blockHash });
    expect(await call('eth_getLogs', filter())).toEqual([
      expect.objectContaining({ transactionHash: deposit.hash }),
      { ...log, blockHash: deposit.blockHash, blockNumber: `0x${block.number.toString(16)}` },
    ]);
  });

  test('denies or turns a receipt', async () => {
    proxy.set([{ type: 'nullReceipt' }]);
    expect(await call('eth_getTransactionReceipt', deposit.hash)).toBeNull();
    proxy.set([{ type: 'swapReceiptStatus' }]);
    expect(await call('eth_getTransactionReceipt', deposit.hash)).toMatchObject({ status: '0x0' });
  });

  test('is behind, or on another chain', async () => {
    await devnet.pauseMining(10);
    const height = Number(await devnet.client(10).getBlockNumber());
    proxy.set([{ type: 'stale', blocks: 2 }]);
    expect(Number(await call('eth_blockNumber'))).toBe(height - 2);
    expect(await call('eth_getBlockByNumber', 'latest', false)).toMatchObject({
      number: `0x${(height - 2).toString(16)}`,
    });
    proxy.set([{ type: 'wrongChainId', chainId: 1 }]);
    expect([await call('eth_chainId'), await call('net_version')]).toEqual(['0x1', '1']);
    await devnet.resumeMining(10);
  });

  test('strikes as its seed says, and notes each time', async () => {
    const faults: Fault[] = [{ type: 'nullReceipt', probability: 0.5 }];
    const { rpcUrl } = evmChain(devnet.description, 10);
    const steps = async (seed: number): Promise<readonly number[]> => {
      const seeded = await startFaultProxy({ target: rpcUrl, faults, seed });
      for (let index = 0; index < 20; index += 1) {
        await (
          await fetch(seeded.url, {
            method: 'POST',
            body: JSON.stringify({
              jsonrpc: '2.0',
              id: 1,
              method: 'eth_getTransactionReceipt',
              params: [deposit.hash],
            }),
          })
        ).text();
      }
      await seeded.close();
      return seeded.injected.map(({ step }) => step);
    };
    const [one, again, other] = [await steps(1), await steps(1), await steps(2)];
    expect(one).toEqual(again);
    expect(one).not.toEqual(other);
    expect(one.length).toBeGreaterThan(3);
    expect(one.length).toBeLessThan(17);
  });
});

test('a websocket passes through and can fall silent without closing', async () => {
  const client = createPublicClient({ transport: webSocket(proxy.wsUrl, { reconnect: false }) });
  const heights: bigint[] = [];
  const errors: Error[] = [];
  let next: (() => void) | undefined;
  const heard = (): Promise<void> => new Promise((resolve) => (next = resolve));
  const first = heard();
  const stop = client.watchBlockNumber({
    onBlockNumber: (height) => {
      heights.push(height);
      next?.();
    },
    onError: (error) => errors.push(error),
  });
  await first;
  await Promise.all([heard(), devnet.mine(10)]);
  const { socket } = await client.transport.getRpcClient();
  proxy.set([{ type: 'silentSocket' }]);
  const before = heights.length;
  await devnet.mine(10, 3);
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect([heights.length, errors, socket.readyState]).toEqual([before, [], 1]);
  expect(proxy.injected.at(-1)?.type).toBe('silentSocket');
  stop();
  socket.close();
});
