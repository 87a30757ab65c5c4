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
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectOneDeposit } from './expectOneDeposit.js';
import { openStopped } from './openDatabase.js';
import { startProcess, type ServiceProcess } from './startProcess.js';
import { countFills, post, tokensOf } from './transfer.js';
import { watchStatus } from './watchStatus.js';

/**
 * Signed batch of a payer, with its delegation, is sent once, wherever the process dies meanwhile.
 */
let devnet: Devnet;
let dataDir: string;
let delegate: Hex;
let apiKey: string;
const running = new Set<ServiceProcess>();
const testAmount = 20_000_000n;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'portage-kill-gasless-'));
  devnet = await createDevnet({ accounts: 10 });
  const client = createWalletClient({
    account: privateKeyToAccount(devnet.description.roles.faucet.privateKey),
    transport: http(evmChain(devnet.description, 8453).rpcUrl),
  });
  const hash = await client.deployContract({
    chain: null,
    abi: testBatchAccountAbi,
    bytecode: testBatchAccountBytecode,
  });
  delegate =
    (
      await createPublicClient({
        transport: http(evmChain(devnet.description, 8453).rpcUrl),
      }).waitForTransactionReceipt({ hash })
    ).contractAddress ?? '0x';
  const service = start();
  await service.url;
  expect(await service.stop()).toEqual({ code: 0, signal: null });
  const store = await openStopped(dataDir, devnet);
  apiKey = (await store.keys.create({ name: 'kill' })).secret;
  await store.close();
});
afterAll(async () => {
  await Promise.all([...running].map((service) => service.stop('SIGKILL')));
  await devnet.close();
  await rm(dataDir, { recursive: true, force: true });
});

function start(env: Readonly<Record<string, string>> = {}): ServiceProcess {
  const service = startProcess(['--devnet', devnet.file, '--data', dataDir, '--port', '0'], env);
  running.add(service);
  void service.ended.then(() => running.delete(service));
  return service;
}

async function ask(url: string, account: PrivateKeyAccount, recipient: Hex): Promise<Quote> {
  const usdc = (id: number): Hex => evmChain(devnet.description, id).tokens.usdc.address;
  const body = {
    user: account.address,
    recipient,
    originChainId: 8453,
    destinationChainId: 10,
    originCurrency: usdc(8453),
    destinationCurrency: usdc(10),
    amount: testAmount.toString(),
    originGasOverhead: 80_000,
  };
  return quoteSchema.parse((await post(url, '/quote/v2', body, { 'x-api-key': apiKey })).body);
}

/** Batch of the quote's own calls, signed by the account, with the account's first delegation. */
async function bodyOf(account: PrivateKeyAccount, { requestId, steps }: Quote): Promise<object> {
  const calls = steps
    .flatMap(({ items }) => items)
    .map(({ data }) => ({
      to: data['to'] as Hex,
      value: BigInt(String(data['value'])),
      data: data['data'] as Hex,
    }));
  const types = {
    Batch: [
      { name: 'calls', type: 'Call[]' },
      { name: 'nonce', type: 'uint256' },
    ],
    Call: [
      { name: 'to', type: 'address' },
      { name: 'value', type: 'uint256' },
      { name: 'data', type: 'bytes' },
    ],
  } as const;
  const domain = {
    name: 'TestBatchAccount',
    version: '1',
    chainId: 8453,
    verifyingContract: account.address,
  };
  const signature = await account.signTypedData({
    domain,
    types,
    primaryType: 'Batch',
    message: { calls, nonce: 0n },
  });
  const data = encodeFunctionData({
    abi: testBatchAccountAbi,
    functionName: 'execute',
    args: [calls, signature],
  });
  const {
    r,
    s,
    yParity = 0,
  } = await account.signAuthorization({ chainId: 8453, address: delegate, nonce: 0 });
  const authorizationList = [
    {
      chainId: 8453,
      address: delegate,
      nonce: 0,
      yParity,
      r: padHex(r, { size: 32 }),
      s: padHex(s, { size: 32 }),
    },
  ];
  return {
    executionKind: 'rawCalls',
    data: { chainId: 8453, to: account.address, value: '0', data, authorizationList },
    executionOptions: { subsidizeFees: false },
    requestId,
  };
}

describe('kill -9 during a deposit without gas', () => {
  test.each(
    ['relay-settlement', 'relay-stored', 'relay-sent', 'deposit-seen'].map(
      (point, index) => [point, index] as const,
    ),
  )('at %s: deposited once, filled once', async (point, index) => {
    const doomed = start({ PORTAGE_FAILPOINT: point });
    const account = privateKeyToAccount(devnet.description.accounts[index]!.privateKey);
    const recipient: Hex = `0x${(0x6a5000 + index).toString(16).padStart(40, '0')}`;
    const url = await doomed.url;
    const before = await tokensOf(devnet, 8453, account.address);
    const quote = await ask(url, account, recipient);
    // The process may die before it has answered.
    await post(url, '/execute', await bodyOf(account, quote), { 'x-api-key': apiKey }).catch(
      () => undefined,
    );
    expect(await doomed.ended).toEqual({ code: null, signal: 'SIGKILL' });

    const service = start();
    const seen = await watchStatus(await service.url, quote.requestId);
    expect(seen.at(-1)).toMatchObject({
      status: 'success',
      amountOut: quote.details.currencyOut.amount,
    });
    const orderId = quote.protocol.v2?.orderId ?? '';
    expect(await countFills(devnet, 10, orderId)).toBe(1);
    expect(before - (await tokensOf(devnet, 8453, account.address))).toBe(testAmount);
    expect((await tokensOf(devnet, 10, recipient)).toString()).toBe(
      quote.details.currencyOut.amount,
    );
    expect(await service.stop()).toEqual({ code: 0, signal: null });
    await expectOneDeposit(dataDir, devnet, orderId);
  });
});
