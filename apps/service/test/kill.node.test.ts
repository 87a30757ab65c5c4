import { setTimeout as sleep } from 'node:timers/promises';
import type { Quote } from '@portage/core';
import { evmChain } from '@portage/devnet';
import { casesOf } from '@portage/testing';
import { parseEther, type Hex } from 'viem';
import { describe, expect, test } from 'vitest';
import { auditStopped } from './openDatabase.js';
import {
  balanceOf,
  countFills,
  countReleases,
  getQuote,
  postSignature,
  sendSteps,
  tokensOf,
  untilLate,
} from './transfer.js';
import { untilSettled } from './untilSettled.js';
import { watchStatus } from './watchStatus.js';
import { useServices } from './useServices.js';

const services = useServices({ accounts: 40, blockTimeSeconds: 0.25 });

function account(index: number): { readonly address: Hex; readonly privateKey: Hex } {
  const found = services.devnet.description.accounts[index];
  if (found === undefined) throw new Error(`No account ${String(index)}.`);
  return found;
}

/** Address that has not been paid yet. */
function recipientOf(index: number): Hex {
  return `0x${(0x6b1100 + index).toString(16).padStart(40, '0')}`;
}

function quoteOf(url: string, index: number, more: object = {}): Promise<Quote> {
  return getQuote(url, {
    user: account(index).address,
    recipient: recipientOf(index),
    originChainId: 8453,
    destinationChainId: 10,
    amount: parseEther('0.05').toString(),
    ...more,
  });
}

function requestIdOf(quote: Quote): string {
  const id = quote.steps[0]?.requestId;
  if (id === undefined) throw new Error('The quote has no request.');
  return id;
}

const audit = (): Promise<readonly unknown[]> => auditStopped(services.dataDir, services.devnet);

describe('kill -9', () => {
  test.each(
    casesOf({
      daily: ['deposit-seen', 'stored'],
      nightly: ['deposit-seen', 'settlement', 'stored', 'sent'],
    }),
  )('G3, G6, G7, G8: at %s: filled once', async (point, index) => {
    const doomed = services.start({ PORTAGE_FAILPOINT: point });
    const quote = await quoteOf(await doomed.url, index);
    await sendSteps(services.devnet, account(index).privateKey, quote);
    expect(await doomed.ended).toEqual({ code: null, signal: 'SIGKILL' });

    const service = services.start();
    const seen = await watchStatus(await service.url, requestIdOf(quote));
    expect(seen.at(-1)).toMatchObject({
      status: 'success',
      amountOut: quote.details.currencyOut.amount,
    });
    await untilSettled(services.dataDir, services.devnet);
    expect(await countFills(services.devnet, 10, quote.protocol.v2!.orderId)).toBe(1);
    expect(await countReleases(services.devnet, 8453, quote.protocol.v2!.orderId)).toBe(0);
    expect(await balanceOf(services.devnet, 10, recipientOf(index))).toBe(
      BigInt(quote.details.currencyOut.amount),
    );
    expect(await service.stop()).toEqual({ code: 0, signal: null });
    expect(await audit()).toEqual([]);
  });

  test.each(
    casesOf({
      daily: ['refund-stored'],
      nightly: ['refund-settlement', 'refund-stored', 'refund-sent'],
    }),
  )('G16, G17, G18: at %s: refunded once', async (point, place) => {
    const index = 10 + place;
    const doomed = services.start({ PORTAGE_FAILPOINT: point });
    const quote = await quoteOf(await doomed.url, index, { ttl: 1, refundTo: recipientOf(index) });
    await untilLate(services.devnet, 8453, Date.now() + 1_000);
    await sendSteps(services.devnet, account(index).privateKey, quote);
    expect(await doomed.ended).toEqual({ code: null, signal: 'SIGKILL' });

    const service = services.start();
    const seen = await watchStatus(await service.url, requestIdOf(quote));
    expect(seen.at(-1)).toMatchObject({ status: 'refund', failReason: 'TTL_EXPIRED' });
    await untilSettled(services.dataDir, services.devnet);
    expect(await countFills(services.devnet, 10, quote.protocol.v2!.orderId)).toBe(0);
    expect(await countReleases(services.devnet, 8453, quote.protocol.v2!.orderId)).toBe(1);
    const refunded = await balanceOf(services.devnet, 8453, recipientOf(index));
    expect(refunded).toBeGreaterThan(parseEther('0.049'));
    expect(refunded).toBeLessThanOrEqual(parseEther('0.05'));
    expect(await service.stop()).toEqual({ code: 0, signal: null });
    expect(await audit()).toEqual([]);
  });

  test.each(
    casesOf({
      daily: ['relay-stored'],
      nightly: ['relay-settlement', 'relay-stored', 'relay-sent'],
    }),
  )('at %s: what was signed for is taken once', async (point, place) => {
    const index = 14 + place;
    const doomed = services.start({ PORTAGE_FAILPOINT: point });
    const usdc = (id: number): Hex => evmChain(services.devnet.description, id).tokens.usdc.address;
    const url = await doomed.url;
    const before = await tokensOf(services.devnet, 8453, account(index).address);
    const quote = await quoteOf(url, index, {
      originCurrency: usdc(8453),
      destinationCurrency: usdc(10),
      amount: '30000000',
      usePermit: true,
    });
    // The process may die before it has answered.
    await postSignature(url, account(index).privateKey, quote).catch(() => undefined);
    expect(await doomed.ended).toEqual({ code: null, signal: 'SIGKILL' });

    const service = services.start();
    const seen = await watchStatus(await service.url, quote.requestId);
    expect(seen.at(-1)).toMatchObject({ status: 'success' });
    await untilSettled(services.dataDir, services.devnet);
    expect(await countFills(services.devnet, 10, quote.protocol.v2!.orderId)).toBe(1);
    expect(before - (await tokensOf(services.devnet, 8453, account(index).address))).toBe(
      30_000_000n,
    );
    expect((await tokensOf(services.devnet, 10, recipientOf(index))).toString()).toBe(
      quote.details.currencyOut.amount,
    );
    expect(await service.stop()).toEqual({ code: 0, signal: null });
    expect(await audit()).toEqual([]);
  });

  test('G23: three times while twelve transfers are on their way: each is filled once', async () => {
    const first = services.start();
    const url = await first.url;
    const indexes = Array.from({ length: 12 }, (_, i) => 20 + i);
    const quotes = await Promise.all(indexes.map((index) => quoteOf(url, index)));
    const sending = Promise.all(
      quotes.map((quote, i) => sendSteps(services.devnet, account(20 + i).privateKey, quote)),
    );
    // The first payout is made, the others are on their way.
    await expect
      .poll(async () =>
        Promise.all(indexes.map((index) => balanceOf(services.devnet, 10, recipientOf(index)))),
      )
      .not.toEqual(indexes.map(() => 0n));
    await first.stop('SIGKILL');
    for (const ms of [75, 225]) {
      const next = services.start();
      await next.url;
      await sleep(ms);
      await next.stop('SIGKILL');
    }
    await sending;
    const last = services.start();
    const lastUrl = await last.url;
    const ends = await Promise.all(
      quotes.map(async (quote) => (await watchStatus(lastUrl, requestIdOf(quote))).at(-1)?.status),
    );
    expect(ends).toEqual(quotes.map(() => 'success'));
    await untilSettled(services.dataDir, services.devnet);
    for (const [i, quote] of quotes.entries()) {
      expect(await countFills(services.devnet, 10, quote.protocol.v2!.orderId)).toBe(1);
      expect(await balanceOf(services.devnet, 10, recipientOf(20 + i))).toBe(
        BigInt(quote.details.currencyOut.amount),
      );
    }
    expect(await last.stop()).toEqual({ code: 0, signal: null });
    expect(await audit()).toEqual([]);
  });
});
