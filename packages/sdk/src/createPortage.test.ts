import { describe, expect, it } from 'vitest';
import {
  chains,
  codec,
  makeExecutor,
  makeQuote,
  minimumOutput as minAmountOut,
  now,
  request,
  requestId,
  stranger,
  txIdOf,
} from '../../client/test/fixtures.js';
import { startService, type ScriptedService } from '../../client/test/startService.js';
import { createPortage } from './createPortage.js';
import * as sdk from './index.js';

async function serve(): Promise<ScriptedService> {
  const quote = await makeQuote();
  const isPaid = (): boolean => service.heard.some(({ path }) => path === '/transactions/index');
  const service = await startService((heard, answer) => {
    if (heard.path === '/chains') {
      answer.json(200, { chains });
      return;
    }
    if (heard.path === '/quote/v2') {
      answer.json(200, quote);
      return;
    }
    if (heard.path === '/transactions/index') {
      answer.json(200, { message: 'ok' });
      return;
    }
    const status = {
      requestId,
      status: 'success',
      inTxHashes: [txIdOf('deposit')],
      txHashes: ['0xf1'],
      updatedAt: 1,
    };
    if (heard.headers.accept !== 'text/event-stream') {
      answer.json(200, isPaid() ? status : { ...status, status: 'waiting' });
      return;
    }
    answer.stream().send(status);
  });
  return service;
}

describe('createPortage', () => {
  it('quotes, verifies and executes in one go', async () => {
    const executor = makeExecutor();
    const portage = createPortage({ baseUrl: (await serve()).url, executors: [executor] });
    const seen: string[] = [];
    const result = await portage.swap(request, {
      onQuote: (quote) => void seen.push(quote.requestId),
    });
    expect(result).toMatchObject({ status: 'success', txHashes: ['0xf1'] });
    expect(seen).toEqual([requestId]);
    expect(executor.submitted).toEqual(['approve', 'deposit']);
  });

  it('signs nothing when the quote is declined or does not fit the request', async () => {
    const executor = makeExecutor();
    const portage = createPortage({ baseUrl: (await serve()).url, executors: [executor] });
    await expect(
      portage.swap(request, {
        onQuote: () => {
          throw new Error('too expensive');
        },
      }),
    ).rejects.toThrow('too expensive');
    await expect(
      portage.swap({ ...request, recipient: stranger }, { minAmountOut }),
    ).rejects.toMatchObject({ code: 'QUOTE_VERIFICATION_FAILED', context: { check: 'recipient' } });
    expect(executor.submitted).toEqual([]);
  });

  it('binds every action, its executors and codecs', async () => {
    const { codec: own, ...bare } = makeExecutor();
    expect(own).toBe(codec);
    const portage = createPortage({
      baseUrl: (await serve()).url,
      executors: [bare],
      codecs: [codec],
    });
    const quote = await portage.getQuote(request);
    await portage.verifyQuote(quote, { request, now });
    await expect(portage.verifyQuote(quote, { request, now, codecs: [] })).rejects.toMatchObject({
      context: { check: 'codec' },
    });
    expect(await portage.execute({ quote, request, minAmountOut })).toMatchObject({
      status: 'success',
    });
    expect(await portage.getChains()).toEqual(chains);
    expect(await portage.getStatus(requestId)).toMatchObject({ status: 'success' });
    expect(await portage.waitForStatus(requestId)).toMatchObject({ status: 'success' });
    expect(await portage.resume({ requestId })).toMatchObject({ status: 'success' });
  });

  it('asks for executors only when something is verified or signed', async () => {
    const executor = makeExecutor();
    let asked = 0;
    const portage = createPortage({
      baseUrl: (await serve()).url,
      executors: () => Promise.resolve([executor]).finally(() => void (asked += 1)),
    });
    const quote = await portage.getQuote(request);
    expect(asked).toBe(0);
    await portage.verifyQuote(quote, { request, now });
    expect(await portage.execute({ quote, request, minAmountOut })).toMatchObject({
      status: 'success',
    });
    expect(asked).toBe(2);
    const other = createPortage({
      baseUrl: (await serve()).url,
      executors: () => Promise.reject(new Error('not asked')),
    });
    expect(
      await other.execute({ quote, request, minAmountOut, executors: [makeExecutor()] }),
    ).toMatchObject({ status: 'success' });
  });

  it('shows these names and no others', () => {
    expect(Object.keys(sdk).sort()).toMatchInlineSnapshot(`
      [
        "Money",
        "PortageError",
        "appFeeClaims",
        "claimAppFees",
        "claimDigest",
        "createClient",
        "createPortage",
        "createTransport",
        "defineExecutor",
        "errorCodes",
        "execute",
        "executeWithdrawal",
        "getAppFeeBalances",
        "getAppFeeClaims",
        "getChains",
        "getCurrencies",
        "getDepositAddress",
        "getPrice",
        "getQuote",
        "getRequests",
        "getStatus",
        "getSwapSources",
        "getUsage",
        "getWithdrawalBalances",
        "getWithdrawalStatus",
        "hasEnded",
        "initialProgress",
        "isPortageError",
        "isWithdrawalOver",
        "metrics",
        "outcomeOf",
        "prepareAppFeeClaim",
        "prepareWithdrawal",
        "reduceProgress",
        "resume",
        "signWithdrawal",
        "totalFees",
        "verifyQuote",
        "waitForStatus",
        "withdraw",
        "withdrawalDigest",
        "withdrawals",
      ]
    `);
  });
});
