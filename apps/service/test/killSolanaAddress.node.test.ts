import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDevnet, solanaChain, type Devnet } from '@portage/devnet';
import { casesOf } from '@portage/testing';
import { solanaCodec } from '@portage/solana/codec';
import { randomBytes } from 'node:crypto';
import type { Hex } from 'viem';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { expectOneDeposit } from './expectOneDeposit.js';
import { freshSolanaAddress } from './freshSolanaAddress.js';
import { startProcess, type ServiceProcess } from './startProcess.js';
import { balanceOf, countFills, getQuote } from './transfer.js';
import { untilSettled } from './untilSettled.js';
import { watchStatus } from './watchStatus.js';

/**
 * SOL at a deposit address is swept once, wherever the process dies meanwhile: stored bytes of a
 * sweep land or expire, and only then are others signed.
 */
let devnet: Devnet;
let dataDir: string;
const running = new Set<ServiceProcess>();

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'portage-kill-solana-address-'));
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

async function ask(method: string, params: readonly unknown[]): Promise<unknown> {
  const answer = await fetch(solanaChain(devnet.description).rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  const { result } = (await answer.json()) as { readonly result?: unknown };
  return result;
}

const amount = 2_000_000_000;

describe('kill -9 during a sweep on Solana', () => {
  test.each(
    casesOf({
      daily: ['relay-stored'],
      nightly: ['relay-settlement', 'relay-stored', 'relay-sent', 'deposit-seen'],
    }),
  )('at %s: deposited once, filled once', async (point) => {
    const doomed = start({ PORTAGE_FAILPOINT: point });
    const user = freshSolanaAddress();
    const recipient: Hex = `0x${randomBytes(20).toString('hex')}`;
    const quote = await getQuote(await doomed.url, {
      user,
      refundTo: user,
      recipient,
      useDepositAddress: true,
      originChainId: solanaChain(devnet.description).id,
      originCurrency: solanaCodec.nativeCurrency,
      destinationChainId: 8453,
      amount: String(amount),
    });
    const address = quote.steps[0]?.depositAddress ?? '';
    // A plain transfer from the faucet.
    await ask('requestAirdrop', [address, amount]);
    expect(await doomed.ended).toEqual({ code: null, signal: 'SIGKILL' });

    const service = start();
    const seen = await watchStatus(await service.url, quote.requestId);
    expect(seen.at(-1)).toMatchObject({
      status: 'success',
      amountOut: quote.details.currencyOut.amount,
    });
    await untilSettled(dataDir, devnet);
    const orderId = quote.protocol.v2?.orderId ?? '';
    expect(await countFills(devnet, 8453, orderId)).toBe(1);
    expect(await balanceOf(devnet, 8453, recipient)).toBe(BigInt(quote.details.currencyOut.amount));
    expect(await ask('getBalance', [address])).toMatchObject({ value: 0 });
    expect(await service.stop()).toEqual({ code: 0, signal: null });
    await expectOneDeposit(dataDir, devnet, orderId);
  });
});
