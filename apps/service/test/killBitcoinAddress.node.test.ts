import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bitcoinChain, bitcoinDevnetChain, createDevnet, type Devnet } from '@portage/devnet';
import { casesOf } from '@portage/testing';
import { bitcoinCodec } from '@portage/bitcoin/codec';
import type { Hex } from 'viem';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { expectOneDeposit } from './expectOneDeposit.js';
import { startProcess, type ServiceProcess } from './startProcess.js';
import { balanceOf, countFills, getQuote } from './transfer.js';
import { watchStatus } from './watchStatus.js';

/** BTC at a deposit address is swept once, wherever the process dies meanwhile. */
let devnet: Devnet;
let dataDir: string;
const running = new Set<ServiceProcess>();

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'portage-kill-bitcoin-'));
  devnet = await createDevnet({
    accounts: 10,
    blockTimeSeconds: 0.25,
    chains: [{ id: 8453, slug: 'base', name: 'Base' }, bitcoinDevnetChain],
    bitcoin: { blockMs: 1_000 },
  });
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

describe('kill -9 during a sweep on Bitcoin', () => {
  test.each(
    casesOf({
      daily: ['relay-stored'],
      nightly: ['relay-settlement', 'relay-stored', 'relay-sent', 'deposit-seen'],
    }),
  )('at %s: deposited once, filled once', async (point, index) => {
    const doomed = start({ PORTAGE_FAILPOINT: point });
    const { accounts, id } = bitcoinChain(devnet.description);
    const recipient: Hex = `0x${(0xadd000 + index).toString(16).padStart(40, '0')}`;
    const quote = await getQuote(await doomed.url, {
      user: accounts[index]?.address,
      recipient,
      useDepositAddress: true,
      originChainId: id,
      originCurrency: bitcoinCodec.nativeCurrency,
      destinationChainId: 8453,
      amount: '400000',
    });
    const address = quote.steps[0]?.depositAddress ?? '';
    await devnet.bitcoin().faucet(address, { native: 400_000n });
    expect(await doomed.ended).toEqual({ code: null, signal: 'SIGKILL' });

    const service = start();
    const seen = await watchStatus(await service.url, quote.requestId);
    expect(seen.at(-1)).toMatchObject({
      status: 'success',
      amountOut: quote.details.currencyOut.amount,
    });
    const orderId = quote.protocol.v2?.orderId ?? '';
    expect(await countFills(devnet, 8453, orderId)).toBe(1);
    expect(await balanceOf(devnet, 8453, recipient)).toBe(BigInt(quote.details.currencyOut.amount));
    expect(await service.stop()).toEqual({ code: 0, signal: null });
    await expectOneDeposit(dataDir, devnet, orderId);
  });
});
