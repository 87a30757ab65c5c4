import { stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { depositoryAbi, fillerAbi } from '@portage/contracts';
import { isPortageError } from '@portage/core';
import {
  createPublicClient,
  erc20Abi,
  keccak256,
  parseEther,
  parseUnits,
  webSocket,
  type Hex,
} from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createDevnet,
  evmChain,
  readDescription,
  type Devnet,
  type EvmDevnetChain,
} from './index.js';
import { commandLine } from './node/commandLine.js';

const chainIds = [8453, 10] as const;
const stranger = '0x00000000000000000000000000000000000000aa';

let devnet: Devnet;

beforeAll(async () => {
  devnet = await createDevnet({ ports: [0, 0], controlPort: 0 });
});

afterAll(async () => {
  await devnet.close();
});

function chainOf(id: number): EvmDevnetChain {
  return evmChain(devnet.description, id);
}

function balance(chainId: number, token: Hex, account: Hex): Promise<bigint> {
  return devnet
    .client(chainId)
    .readContract({ address: token, abi: erc20Abi, functionName: 'balanceOf', args: [account] });
}

async function signTransfer(chainId: number, value: bigint): Promise<{ raw: Hex; hash: Hex }> {
  const client = devnet.client(chainId);
  const account = privateKeyToAccount(devnet.description.accounts[9]!.privateKey);
  const nonce = await client.getTransactionCount({ address: account.address, blockTag: 'pending' });
  const fees = await client.estimateFeesPerGas();
  const raw = await account.signTransaction({
    chainId,
    nonce,
    to: stranger,
    value,
    gas: 21_000n,
    type: 'eip1559',
    ...fees,
  });
  return { raw, hash: keccak256(raw) };
}

describe('boot', () => {
  test('writes what runs, for its owner only', async () => {
    expect(await readDescription(devnet.dataDir)).toEqual(devnet.description);
    expect((await stat(devnet.file)).mode & 0o777).toBe(0o600);
    expect(
      Object.values(devnet.description.chains).map(({ id, slug, name }) => [id, slug, name]),
    ).toEqual([
      [10, 'optimism', 'OP Mainnet'],
      [8453, 'base', 'Base'],
      [3586256, 'lighter', 'Lighter'],
      [8253038, 'bitcoin', 'Bitcoin'],
      [792703809, 'solana', 'Solana'],
    ]);
    const addresses = [
      ...devnet.description.accounts,
      ...Object.values(devnet.description.roles),
    ].map(({ address }) => address);
    expect(new Set(addresses).size).toBe(15);
    for (const { address, privateKey } of devnet.description.accounts)
      expect(privateKeyToAccount(privateKey).address).toBe(address);
  });

  test.each(chainIds)('chain %i runs our contracts, with the roles in their places', async (id) => {
    const client = devnet.client(id);
    const { contracts, deploymentBlock, tokens } = chainOf(id);
    const { roles } = devnet.description;
    expect(await client.getChainId()).toBe(id);
    const read = (functionName: 'owner' | 'allocator' | 'guardian') =>
      client.readContract({ address: contracts.depository, abi: depositoryAbi, functionName });
    expect(await Promise.all([read('owner'), read('allocator'), read('guardian')])).toEqual([
      roles.owner.address,
      roles.allocator.address,
      roles.guardian.address,
    ]);
    expect(
      await client.readContract({
        address: contracts.filler,
        abi: fillerAbi,
        functionName: 'RUNNER',
      }),
    ).toBe(contracts.callRunner);
    expect((await client.getBlock({ blockNumber: BigInt(deploymentBlock.height) })).hash).toBe(
      deploymentBlock.hash,
    );
    for (const address of [...Object.values(contracts), tokens.usdc.address, tokens.weth.address])
      expect((await client.getCode({ address: address }))?.length).toBeGreaterThan(100);
  });

  test.each(chainIds)(
    'chain %i has funded accounts, and the filler may take from the solver',
    async (id) => {
      const { tokens, contracts } = chainOf(id);
      const { accounts, roles } = devnet.description;
      for (const { address } of accounts.slice(0, 9)) {
        expect(await devnet.client(id).getBalance({ address: address })).toBe(parseEther('10000'));
        expect(await balance(id, tokens.usdc.address, address)).toBe(parseUnits('1000000', 6));
      }
      const solver = roles.solver.address;
      expect(await balance(id, tokens.usdc.address, solver)).toBe(parseUnits('100000000', 6));
      expect(await balance(id, tokens.weth.address, solver)).toBe(parseEther('100000'));
      expect(await devnet.client(id).getBalance({ address: solver })).toBeGreaterThan(
        parseEther('99999'),
      );
      for (const token of [tokens.usdc, tokens.weth]) {
        const args = [solver, contracts.filler] as const;
        expect(
          await devnet
            .client(id)
            .readContract({
              address: token.address,
              abi: erc20Abi,
              functionName: 'allowance',
              args,
            }),
        ).toBeGreaterThan(2n ** 255n);
      }
    },
  );

  test.each(chainIds)(
    'chain %i is never behind the clock on the wall, by which deadlines are meant',
    async (id) => {
      const before = Math.floor(Date.now() / 1000);
      await devnet.mine(id);
      expect(Number((await devnet.client(id).getBlock()).timestamp)).toBeGreaterThanOrEqual(before);
    },
  );

  test('tells new blocks over a websocket', async () => {
    const transport = webSocket(chainOf(10).wsUrl);
    const client = createPublicClient({ transport });
    const height = await new Promise<bigint>((resolve, reject) => {
      const stop = client.watchBlockNumber({
        onBlockNumber: (value) => {
          stop();
          resolve(value);
        },
        onError: reject,
      });
    });
    expect(height).toBeGreaterThan(0n);
    (await client.transport.getRpcClient()).close();
  });
});

describe('controls', () => {
  test('the faucet gives exactly what it is asked for, several times at once', async () => {
    const usdc = chainOf(10).tokens.usdc.address;
    await Promise.all(
      [1n, 2n, 3n].map((n) => devnet.faucet(10, stranger, { native: n, usdc: 10n * n })),
    );
    expect(await devnet.client(10).getBalance({ address: stranger })).toBe(6n);
    expect(await balance(10, usdc, stranger)).toBe(60n);
    await expect(devnet.faucet(10, stranger, {})).rejects.toSatisfy((error) =>
      isPortageError(error, 'INVALID_REQUEST'),
    );
    await expect(devnet.faucet(10, '0x12', { native: 1n })).rejects.toSatisfy((error) =>
      isPortageError(error, 'INVALID_ADDRESS'),
    );
    await expect(devnet.faucet(1, stranger, { native: 1n })).rejects.toSatisfy((error) =>
      isPortageError(error, 'UNSUPPORTED_CHAIN'),
    );
  });

  test('mining pauses, resumes and happens on demand', async () => {
    const client = devnet.client(8453);
    await devnet.pauseMining(8453);
    const height = await client.getBlockNumber();
    await new Promise((resolve) => setTimeout(resolve, 1500));
    expect(await client.getBlockNumber()).toBe(height);
    await devnet.mine(8453, 3);
    expect(await client.getBlockNumber()).toBe(height + 3n);
    await devnet.resumeMining(8453);
    await expect.poll(() => client.getBlockNumber({ cacheTime: 0 })).toBeGreaterThan(height + 3n);
  });

  test('a reorg takes transactions back and can put them elsewhere', async () => {
    const client = devnet.client(8453);
    await devnet.pauseMining(8453);
    const { raw, hash } = await signTransfer(8453, 5n);
    await client.sendRawTransaction({ serializedTransaction: raw });
    await devnet.mine(8453, 3);
    const before = await client.getTransactionReceipt({ hash });
    const tip = await client.getBlock();
    await devnet.reorg(8453, 3);
    expect((await client.getBlock()).number).toBe(tip.number);
    expect((await client.getBlock()).hash).not.toBe(tip.hash);
    await expect(client.getTransactionReceipt({ hash })).rejects.toMatchObject({
      name: 'TransactionReceiptNotFoundError',
    });
    await devnet.reorg(8453, 2, [{ raw, block: 1 }]);
    const after = await client.getTransactionReceipt({ hash });
    expect(after.blockNumber).toBe(before.blockNumber + 2n);
    expect(after.blockHash).not.toBe(before.blockHash);
    await devnet.resumeMining(8453);
    const height = Number(await client.getBlockNumber());
    await expect(devnet.reorg(8453, height)).rejects.toSatisfy((error) =>
      isPortageError(error, 'INVALID_REQUEST'),
    );
  });

  test('a reorg takes blocks back, and not the time', async () => {
    await devnet.pauseMining(8453);
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    await devnet.reorg(8453, 1);
    await devnet.mine(8453, 1);
    const { timestamp } = await devnet.client(8453).getBlock();
    expect(Number(timestamp)).toBeGreaterThan(Date.now() / 1_000 - 2);
    await devnet.resumeMining(8453);
  });

  test('a dropped transaction is never mined', async () => {
    const client = devnet.client(8453);
    await devnet.pauseMining(8453);
    const { raw, hash } = await signTransfer(8453, 6n);
    await client.sendRawTransaction({ serializedTransaction: raw });
    await devnet.dropTransaction(8453, hash);
    await devnet.mine(8453, 2);
    await expect(client.getTransactionReceipt({ hash })).rejects.toMatchObject({
      name: 'TransactionReceiptNotFoundError',
    });
    await devnet.resumeMining(8453);
  });

  test('a snapshot is returned to, and a base fee is set', async () => {
    const client = devnet.client(10);
    await devnet.pauseMining(10);
    const snapshot = await devnet.snapshot(10);
    const height = await client.getBlockNumber();
    await devnet.setBaseFee(10, 123_000_000_000n);
    await devnet.mine(10);
    expect((await client.getBlock()).baseFeePerGas).toBe(123_000_000_000n);
    await devnet.revert(10, snapshot);
    expect(await client.getBlockNumber()).toBe(height);
    await devnet.resumeMining(10);
  });

  test('the clock of a chain goes forward for good', async () => {
    const client = devnet.client(10);
    await devnet.pauseMining(10);
    const snapshot = await devnet.snapshot(10);
    const { timestamp: before } = await client.getBlock();
    await devnet.shiftClock(10, 345_600);
    await devnet.mine(10);
    expect((await client.getBlock()).timestamp).toBeGreaterThanOrEqual(before + 345_600n);
    await expect(devnet.shiftClock(10, 0)).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
    await devnet.revert(10, snapshot);
    await devnet.resumeMining(10);
  });

  test('the same over HTTP, for loopback only and not for web pages', async () => {
    const { controlUrl } = devnet.description;
    const post = (
      path: string,
      body: string,
      headers: Record<string, string> = { 'content-type': 'application/json' },
    ) => fetch(`${controlUrl}${path}`, { method: 'POST', headers, body });
    expect(await (await fetch(`${controlUrl}/devnet.json`)).json()).toEqual(
      JSON.parse(JSON.stringify(devnet.description)),
    );
    const before = await balance(10, chainOf(10).tokens.usdc.address, stranger);
    const paid = await post(
      '/faucet',
      JSON.stringify({ chainId: 10, address: stranger, usdc: '7' }),
    );
    expect([paid.status, await paid.json()]).toEqual([
      200,
      { txHashes: [expect.stringMatching(/^0x[0-9a-f]{64}$/)] },
    ]);
    expect(await balance(10, chainOf(10).tokens.usdc.address, stranger)).toBe(before + 7n);
    expect((await post('/mine', '{"chainId":10,"blocks":2}')).status).toBe(200);
    const refused = await Promise.all([
      post('/mine', '{"chainId":10}', { 'content-type': 'text/plain' }),
      post('/mine', '{'),
      post('/mine', '{"chainId":1}'),
      post('/mine', '{"chainId":10,"blocks":0}'),
      post('/nothing', '{}'),
      fetch(`${controlUrl}/mine`),
    ]);
    expect(
      await Promise.all(
        refused.map(async (response) => [
          response.status,
          ((await response.json()) as { errorCode: string }).errorCode,
        ]),
      ),
    ).toEqual([
      [415, 'UNSUPPORTED_MEDIA_TYPE'],
      [400, 'INVALID_JSON'],
      [400, 'UNSUPPORTED_CHAIN'],
      [400, 'INVALID_REQUEST'],
      [404, 'NOT_FOUND'],
      [405, 'METHOD_NOT_ALLOWED'],
    ]);
    const { request } = await import('node:http');
    const status = await new Promise((resolve, reject) => {
      const { port } = new URL(controlUrl);
      request(
        { host: '127.0.0.1', port, path: '/devnet.json', headers: { host: 'evil.example' } },
        (response) => resolve(response.resume().statusCode),
      )
        .on('error', reject)
        .end();
    });
    expect(status).toBe(403);
  });

  test('notes where the service is, and forgets it', async () => {
    await devnet.setServiceUrl('http://127.0.0.1:3000');
    expect((await readDescription(devnet.dataDir)).serviceUrl).toBe('http://127.0.0.1:3000');
    await devnet.setServiceUrl(undefined);
    expect(await readDescription(devnet.dataDir)).toEqual(devnet.description);
    expect(devnet.description.serviceUrl).toBeUndefined();
  });
});

test('two devnets run side by side, where wanted ports are taken, and leave nothing behind', async () => {
  const blocker = createServer();
  const port = await new Promise<number>((resolve) => {
    blocker.listen(0, '127.0.0.1', () => resolve((blocker.address() as { port: number }).port));
  });
  const pair = await Promise.all([
    createDevnet({ ports: [port, port] }),
    createDevnet({ ports: [port, port], blockTimeSeconds: 0.2, accounts: 2 }),
  ]);
  const urls = pair.flatMap(({ description }) => [
    description.controlUrl,
    ...Object.values(description.chains).map(({ rpcUrl }) => rpcUrl),
  ]);
  expect(new Set(urls).size).toBe(12);
  expect(urls.some((url) => url.endsWith(`:${port}`))).toBe(false);
  const [one, two] = pair;
  expect(one.id).not.toBe(two.id);
  expect(evmChain(one.description, 10).deploymentBlock.hash).not.toBe(
    evmChain(two.description, 10).deploymentBlock.hash,
  );
  await two.faucet(10, stranger, { native: 9n });
  expect([
    await one.client(10).getBalance({ address: stranger }),
    await two.client(10).getBalance({ address: stranger }),
  ]).toEqual([0n, 9n]);
  await expect(createDevnet({ dataDir: one.dataDir })).rejects.toSatisfy((error) =>
    isPortageError(error, 'DATA_DIRECTORY_LOCKED'),
  );
  expect(await readDescription(one.dataDir)).toEqual(one.description);
  await Promise.all(pair.map(({ close }) => close()));
  await one.close();
  for (const pid of pair.flatMap(({ pids }) => pids)) expect(commandLine(pid)).toBeUndefined();
  await expect(stat(one.dataDir)).rejects.toMatchObject({ code: 'ENOENT' });
  blocker.close();
});
