import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Quote } from '@portage/core';
import { createDevnet, solanaChain, type Devnet } from '@portage/devnet';
import { solanaCodec } from '@portage/solana/codec';
import { associatedTokenAddress, programs } from '@portage/solana/program';
import { randomBytes } from 'node:crypto';
import { parseEther } from 'viem';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openBeside, openStopped } from './openDatabase.js';
import { startProcess, type ServiceProcess } from './startProcess.js';
import { getQuote, sendSteps } from './transfer.js';
import { untilSettled } from './untilSettled.js';
import { watchStatus } from './watchStatus.js';

/**
 * Payouts on Solana, where signed transactions expire: an order is paid once, whenever the process
 * dies.
 */
let devnet: Devnet;
let dataDir: string;
const running = new Set<ServiceProcess>();

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'portage-kill-solana-'));
  devnet = await createDevnet({ accounts: 10, blockTimeSeconds: 0.25, solana: { slotMs: 200 } });
});

afterAll(async () => {
  await devnet.close();
  await rm(dataDir, { recursive: true, force: true });
});

afterEach(async () => {
  await Promise.all([...running].map((service) => service.stop('SIGKILL')));
});

function start(env: Readonly<Record<string, string>> = {}): ServiceProcess {
  const service = startProcess(['--devnet', devnet.file, '--data', dataDir, '--port', '0'], env);
  running.add(service);
  void service.ended.then(() => running.delete(service));
  return service;
}

interface Order {
  readonly quote: Quote;
  readonly recipient: string;
  readonly requestId: string;
  readonly pay: () => Promise<unknown>;
}

/** ETH on Base for USDC on Solana, for an account that nobody has paid. */
async function order(url: string, index: number): Promise<Order> {
  const { address, privateKey } = devnet.description.accounts[index] ?? {
    address: '0x',
    privateKey: '0x',
  };
  const { id, tokens } = solanaChain(devnet.description);
  const recipient = solanaCodec.decodeAddress(randomBytes(32));
  const quote = await getQuote(url, {
    user: address,
    refundTo: address,
    recipient,
    originChainId: 8453,
    destinationChainId: id,
    destinationCurrency: tokens.usdc.address,
    amount: parseEther('0.05').toString(),
  });
  const requestId = quote.steps[0]?.requestId;
  if (requestId === undefined) throw new Error('The quote has no request.');
  return { quote, recipient, requestId, pay: () => sendSteps(devnet, privateKey, quote) };
}

/** USDC balance of an account on Solana, read from the chain. */
async function usdcOf(owner: string): Promise<bigint> {
  const { rpcUrl, tokens } = solanaChain(devnet.description);
  const account = associatedTokenAddress({
    owner,
    mint: tokens.usdc.address,
    tokenProgram: programs.token,
  });
  const answer = await fetch(rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'getTokenAccountBalance',
      params: [account],
    }),
  });
  const { result } = (await answer.json()) as {
    readonly result?: { readonly value: { readonly amount: string } };
  };
  return BigInt(result?.value.amount ?? 0);
}

/** Waits until the given number of transactions was sent for an order of a running service. */
async function untilSent({ quote }: Order, count: number): Promise<void> {
  const store = await openBeside(dataDir, devnet);
  const sent = () =>
    store.query(`select tx_id from outbox where hash_text(order_id) = $1 and state <> 'stored'`, [
      quote.protocol.v2?.orderId,
    ]);
  try {
    await expect.poll(sent, { timeout: 30_000 }).toHaveLength(count);
  } finally {
    await store.close();
  }
}

/** Waits for the end, and then for anything that might still come. */
async function expectPaidOnce(
  service: ServiceProcess,
  { quote, recipient, requestId }: Order,
): Promise<void> {
  const seen = await watchStatus(await service.url, requestId);
  expect(seen.at(-1)).toMatchObject({
    status: 'success',
    amountOut: quote.details.currencyOut.amount,
  });
  await untilSettled(dataDir, devnet);
  expect(await usdcOf(recipient)).toBe(BigInt(quote.details.currencyOut.amount));
  expect(await service.stop()).toEqual({ code: 0, signal: null });
  const store = await openStopped(dataDir, devnet);
  expect(await store.ledger.audit()).toEqual([]);
  await store.close();
}

describe('kill -9', () => {
  test.each(['settlement', 'stored', 'sent'].map((point, index) => [point, index] as const))(
    'at %s: paid once',
    async (point, index) => {
      const doomed = start({ PORTAGE_FAILPOINT: point });
      const made = await order(await doomed.url, index);
      await made.pay();
      expect(await doomed.ended).toEqual({ code: null, signal: 'SIGKILL' });
      await expectPaidOnce(start(), made);
    },
  );

  test('after the bytes were stored, and their blockhash expires before the restart: signed anew, paid once', async () => {
    const doomed = start({ PORTAGE_FAILPOINT: 'stored' });
    const made = await order(await doomed.url, 4);
    await made.pay();
    expect(await doomed.ended).toEqual({ code: null, signal: 'SIGKILL' });
    await devnet.solana().expireBlockhashes();
    await expectPaidOnce(start(), made);
  });

  test('after the bytes were sent, they land, and their blockhash expires: not signed again', async () => {
    const doomed = start({ PORTAGE_FAILPOINT: 'sent' });
    const made = await order(await doomed.url, 5);
    await made.pay();
    expect(await doomed.ended).toEqual({ code: null, signal: 'SIGKILL' });
    await expect
      .poll(() => usdcOf(made.recipient), { timeout: 10_000 })
      .toBe(BigInt(made.quote.details.currencyOut.amount));
    await devnet.solana().expireBlockhashes();
    await expectPaidOnce(start(), made);
  });
});

describe('a blockhash that expires', () => {
  test('while the network keeps the transaction back: paid once, although the network lets go of both', async () => {
    const service = start();
    const made = await order(await service.url, 6);
    await devnet.solana().holdTransactions();
    await made.pay();
    await untilSent(made, 1);
    await devnet.solana().expireBlockhashes();
    await untilSent(made, 2);
    await devnet.solana().releaseTransactions();
    await expectPaidOnce(service, made);
  });

  test('while the network loses what it is sent: paid once it no longer does', async () => {
    const service = start();
    const made = await order(await service.url, 7);
    await devnet.solana().dropTransactions(10_000);
    await made.pay();
    await untilSent(made, 1);
    await devnet.solana().expireBlockhashes();
    await untilSent(made, 2);
    await devnet.solana().dropTransactions(0);
    await expectPaidOnce(service, made);
  });
});
