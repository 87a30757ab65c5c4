import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Quote } from '@portage/core';
import { createDevnet, type Devnet } from '@portage/devnet';
import { casesOf } from '@portage/testing';
import { parseEther, type Hex } from 'viem';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { expectOneDeposit } from './expectOneDeposit.js';
import { startProcess, type ServiceProcess } from './startProcess.js';
import { balanceOf, countFills, getQuote, sendSteps } from './transfer.js';
import { watchStatus } from './watchStatus.js';

/** Money at a deposit address is swept once, wherever the process dies meanwhile. */
let devnet: Devnet;
let dataDir: string;
const running = new Set<ServiceProcess>();

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'portage-kill-address-'));
  devnet = await createDevnet({ accounts: 10, blockTimeSeconds: 0.25 });
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

async function ask(
  url: string,
  index: number,
): Promise<{ readonly quote: Quote; readonly privateKey: Hex; readonly recipient: Hex }> {
  const account = devnet.description.accounts[index];
  if (account === undefined) throw new Error(`No account ${String(index)}.`);
  const recipient: Hex = `0x${(0xadd000 + index).toString(16).padStart(40, '0')}`;
  const quote = await getQuote(url, {
    user: account.address,
    recipient,
    useDepositAddress: true,
    originChainId: 8453,
    destinationChainId: 10,
    amount: parseEther('0.05').toString(),
  });
  return { quote, privateKey: account.privateKey, recipient };
}

describe('kill -9 during a sweep', () => {
  test.each(
    casesOf({
      daily: ['relay-stored'],
      nightly: ['relay-settlement', 'relay-stored', 'relay-sent', 'deposit-seen'],
    }),
  )('at %s: deposited once, filled once', async (point, index) => {
    const doomed = start({ PORTAGE_FAILPOINT: point });
    const { quote, privateKey, recipient } = await ask(await doomed.url, index);
    await sendSteps(devnet, privateKey, quote);
    expect(await doomed.ended).toEqual({ code: null, signal: 'SIGKILL' });

    const service = start();
    const seen = await watchStatus(await service.url, quote.requestId);
    expect(seen.at(-1)).toMatchObject({
      status: 'success',
      amountOut: quote.details.currencyOut.amount,
    });
    const orderId = quote.protocol.v2?.orderId ?? '';
    expect(await countFills(devnet, 10, orderId)).toBe(1);
    expect(await balanceOf(devnet, 10, recipient)).toBe(BigInt(quote.details.currencyOut.amount));
    expect(await balanceOf(devnet, 8453, quote.steps[0]?.depositAddress as Hex)).toBe(0n);
    expect(await service.stop()).toEqual({ code: 0, signal: null });
    await expectOneDeposit(dataDir, devnet, orderId);
  });
});
