import { casesOf } from '@portage/testing';
import type { Hex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { beforeAll, describe, expect, test } from 'vitest';
import { expectOneDeposit } from './expectOneDeposit.js';
import {
  deployBatchContracts,
  quoteGasless,
  signBatch,
  type BatchContracts,
} from './gaslessBatch.js';
import { openStopped } from './openDatabase.js';
import { countFills, post, tokensOf } from './transfer.js';
import { watchStatus } from './watchStatus.js';
import { useServices } from './useServices.js';

/**
 * Signed batch of a payer, with its delegation, is sent once, wherever the process dies meanwhile.
 */
let contracts: BatchContracts;
let apiKey: string;
const services = useServices({ accounts: 10 });
const testAmount = 20_000_000n;

beforeAll(async () => {
  contracts = await deployBatchContracts(services.devnet);
  const service = services.start();
  await service.url;
  expect(await service.stop()).toEqual({ code: 0, signal: null });
  const store = await openStopped(services.dataDir, services.devnet);
  apiKey = (await store.keys.create({ name: 'kill' })).secret;
  await store.close();
});
describe('kill -9 during a deposit without gas', () => {
  test.each(
    casesOf({
      daily: ['relay-stored'],
      nightly: ['relay-settlement', 'relay-stored', 'relay-sent', 'deposit-seen'],
    }),
  )('at %s: deposited once, filled once', async (point, index) => {
    const doomed = services.start({ PORTAGE_FAILPOINT: point });
    const account = privateKeyToAccount(services.devnet.description.accounts[index]!.privateKey);
    const recipient: Hex = `0x${(0x6a5000 + index).toString(16).padStart(40, '0')}`;
    const url = await doomed.url;
    const before = await tokensOf(services.devnet, 8453, account.address);
    const quote = await quoteGasless(url, services.devnet, account, {
      originGasOverhead: 80_000,
      recipient,
      apiKey,
    });
    // The process may die before it has answered.
    const body = await signBatch(account, quote, { delegate: contracts.delegate });
    await post(url, '/execute', body, { 'x-api-key': apiKey }).catch(() => undefined);
    expect(await doomed.ended).toEqual({ code: null, signal: 'SIGKILL' });

    const service = services.start();
    const seen = await watchStatus(await service.url, quote.requestId);
    expect(seen.at(-1)).toMatchObject({
      status: 'success',
      amountOut: quote.details.currencyOut.amount,
    });
    const orderId = quote.protocol.v2?.orderId ?? '';
    expect(await countFills(services.devnet, 10, orderId)).toBe(1);
    expect(before - (await tokensOf(services.devnet, 8453, account.address))).toBe(testAmount);
    expect((await tokensOf(services.devnet, 10, recipient)).toString()).toBe(
      quote.details.currencyOut.amount,
    );
    expect(await service.stop()).toEqual({ code: 0, signal: null });
    await expectOneDeposit(services.dataDir, services.devnet, orderId);
  });
});
