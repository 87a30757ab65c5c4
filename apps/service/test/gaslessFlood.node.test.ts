import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testBatchAccountAbi } from '@portage/contracts';
import { testBatchAccountBytecode } from '@portage/contracts/bytecode';
import type { Quote } from '@portage/core';
import { quoteSchema } from '@portage/core/schemas';
import { createDevnet, evmChain, type Devnet } from '@portage/devnet';
import {
  createPublicClient,
  createWalletClient,
  encodeFunctionData,
  http,
  padHex,
  type Hex,
} from 'viem';
import { privateKeyToAccount, type PrivateKeyAccount } from 'viem/accounts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStopped } from './openDatabase.js';
import { startProcess, type ServiceProcess } from './startProcess.js';
import { post } from './transfer.js';
import { watchStatus } from './watchStatus.js';

/** Batches of many payers that each pass in a simulation, and burn all their gas in one block. */
const flood = 60;
/** Gas that each of them asks for beyond its deposit. */
const originGasOverhead = 2_000_000;
/** Passes for the first caller of a block, and burns the gas of every other. */
const firstOfBlock: Hex = '0x600e600c600039600e6000f34354600a5760014355005b600a56';

let devnet: Devnet;
let dataDir: string;
let delegate: Hex;
let trap: Hex;
let apiKey: string;
let service: ServiceProcess;

const start = (): ServiceProcess =>
  startProcess(['--devnet', devnet.file, '--data', dataDir, '--port', '0']);
const reader = () =>
  createPublicClient({ transport: http(evmChain(devnet.description, 8453).rpcUrl) });

async function deploy(data: Hex): Promise<Hex> {
  const client = createWalletClient({
    account: privateKeyToAccount(devnet.description.roles.faucet.privateKey),
    transport: http(evmChain(devnet.description, 8453).rpcUrl),
  });
  const hash = await client.sendTransaction({ chain: null, data });
  return (await reader().waitForTransactionReceipt({ hash })).contractAddress ?? '0x';
}

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'portage-flood-gasless-'));
  devnet = await createDevnet({ accounts: flood });
  delegate = await deploy(testBatchAccountBytecode);
  trap = await deploy(firstOfBlock);
  const first = start();
  await first.url;
  await first.stop();
  const store = await openStopped(dataDir, devnet);
  apiKey = (await store.keys.create({ name: 'flood' })).secret;
  await store.close();
  service = start();
});
afterAll(async () => {
  await service.stop();
  await devnet.close();
  await rm(dataDir, { recursive: true, force: true });
});

async function quote(url: string, account: PrivateKeyAccount): Promise<Quote> {
  const usdc = (id: number): Hex => evmChain(devnet.description, id).tokens.usdc.address;
  const body = {
    ...{ user: account.address, originChainId: 8453, destinationChainId: 10 },
    ...{ originCurrency: usdc(8453), destinationCurrency: usdc(10) },
    ...{ amount: '20000000', originGasOverhead },
  };
  const answer = await post(url, '/quote/v2', body, { 'x-api-key': apiKey });
  expect(answer).toMatchObject({ status: 200 });
  return quoteSchema.parse(answer.body);
}

/** Batch of the trap and the quote's own calls, with the account's first delegation. */
async function bodyOf(account: PrivateKeyAccount, { requestId, steps }: Quote): Promise<object> {
  const calls = [
    { to: trap, value: 0n, data: '0x' as Hex },
    ...steps
      .flatMap(({ items }) => items)
      .map(({ data }) => ({
        to: data['to'] as Hex,
        value: BigInt(String(data['value'])),
        data: data['data'] as Hex,
      })),
  ];
  const signature = await account.signTypedData({
    domain: {
      ...{ name: 'TestBatchAccount', version: '1', chainId: 8453 },
      verifyingContract: account.address,
    },
    types: {
      Batch: [
        { name: 'calls', type: 'Call[]' },
        { name: 'nonce', type: 'uint256' },
      ],
      Call: [
        { name: 'to', type: 'address' },
        { name: 'value', type: 'uint256' },
        { name: 'data', type: 'bytes' },
      ],
    } as const,
    primaryType: 'Batch',
    message: { calls, nonce: 0n },
  });
  const data = encodeFunctionData({
    abi: testBatchAccountAbi,
    functionName: 'execute',
    args: [calls, signature],
  });
  const signed = await account.signAuthorization({ chainId: 8453, address: delegate, nonce: 0 });
  const authorization = {
    ...{ chainId: 8453, address: delegate, nonce: 0, yParity: signed.yParity ?? 0 },
    ...{ r: padHex(signed.r, { size: 32 }), s: padHex(signed.s, { size: 32 }) },
  };
  return {
    executionKind: 'rawCalls',
    data: {
      ...{ chainId: 8453, to: account.address, value: '0', data },
      authorizationList: [authorization],
    },
    executionOptions: { subsidizeFees: false },
    requestId,
  };
}

/** Gas of the solver's transactions that reverted since a block. */
async function burnedSince(height: bigint): Promise<bigint> {
  const solver = devnet.description.roles.solver.address.toLowerCase();
  const newest = await reader().getBlockNumber();
  let burned = 0n;
  for (let number = height; number <= newest; number += 1n) {
    const { transactions } = await reader().getBlock({ blockNumber: number });
    for (const hash of transactions) {
      const { from, status, gasUsed } = await reader().getTransactionReceipt({ hash });
      if (from === solver && status === 'reverted') burned += gasUsed;
    }
  }
  return burned;
}

test('sixty batches at once burn no more gas than an API key may, and the rest is refused', async () => {
  const url = await service.url;
  const accounts = devnet.description.accounts
    .slice(0, flood)
    .map(({ privateKey }) => privateKeyToAccount(privateKey));
  const bodies = await Promise.all(
    accounts.map(async (account) => {
      const quoted = await quote(url, account);
      return { requestId: quoted.requestId, body: await bodyOf(account, quoted) };
    }),
  );
  const height = await reader().getBlockNumber();
  const answers = await Promise.all(
    bodies.map(async ({ requestId, body }) => ({
      requestId,
      answer: await post(url, '/execute', body, { 'x-api-key': apiKey }),
    })),
  );
  const accepted = answers.filter(({ answer }) => answer.status === 200);
  for (const { requestId } of accepted) await watchStatus(url, requestId);
  const burned = await burnedSince(height);
  expect(burned).toBeGreaterThan(2_000_000n);
  expect(burned).toBeLessThanOrEqual(40_000_000n);
  expect(accepted.length).toBeLessThanOrEqual(9);
  expect(answers.find(({ answer }) => answer.status !== 200)?.answer.body).toMatchObject({
    code: 'DELEGATION_REDEEM_FAILED',
  });
});
