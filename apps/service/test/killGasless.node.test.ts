import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDevnet, type Devnet } from '@portage/devnet';
import { casesOf } from '@portage/testing';
import type { Hex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectOneDeposit } from './expectOneDeposit.js';
import {
  deployBatchContracts,
  quoteGasless,
  signBatch,
  type BatchContracts,
} from './gaslessBatch.js';
import { openStopped } from './openDatabase.js';
import { startProcess, type ServiceProcess } from './startProcess.js';
import { countFills, post, tokensOf } from './transfer.js';
import { watchStatus } from './watchStatus.js';

/**
 * Signed batch of a payer, with its delegation, is sent once, wherever the process dies meanwhile.
 */
let devnet: Devnet;
let dataDir: string;
let contracts: BatchContracts;
let apiKey: string;
const running = new Set<ServiceProcess>();
const testAmount = 20_000_000n;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'portage-kill-gasless-'));
  devnet = await createDevnet({ accounts: 10 });
  contracts = await deployBatchContracts(devnet);
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

describe('kill -9 during a deposit without gas', () => {
  test.each(
    casesOf({
      daily: ['relay-stored'],
      nightly: ['relay-settlement', 'relay-stored', 'relay-sent', 'deposit-seen'],
    }),
  )('at %s: deposited once, filled once', async (point, index) => {
    const doomed = start({ PORTAGE_FAILPOINT: point });
    const account = privateKeyToAccount(devnet.description.accounts[index]!.privateKey);
    const recipient: Hex = `0x${(0x6a5000 + index).toString(16).padStart(40, '0')}`;
    const url = await doomed.url;
    const before = await tokensOf(devnet, 8453, account.address);
    const quote = await quoteGasless(url, devnet, account, {
      originGasOverhead: 80_000,
      recipient,
      apiKey,
    });
    // The process may die before it has answered.
    const body = await signBatch(account, quote, { delegate: contracts.delegate });
    await post(url, '/execute', body, { 'x-api-key': apiKey }).catch(() => undefined);
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
