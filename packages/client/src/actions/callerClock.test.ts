import { describe, expect, it } from 'vitest';
import { chains, makeExecutor, makeQuote, minimumOutput, request } from '../../test/fixtures.js';
import { startService } from '../../test/startService.js';
import { createClient, type Client } from '../createClient.js';
import { execute } from './execute.js';
import { getQuote } from './getQuote.js';

const minute = 60_000;

/** A service whose clock is that much ahead of the caller's, with a quote of ten minutes. */
async function serviceAhead(aheadMs: number, headers: Readonly<Record<string, string>> = {}) {
  const serviceNow = (): number => Date.now() + aheadMs;
  const made = await makeQuote();
  const life = { endsAt: serviceNow() + 10 * minute };
  const service = await startService(({ path, headers: asked }, answer) => {
    const date = new Date(serviceNow()).toUTCString();
    if (path === '/chains') answer.json(200, { chains }, { ...headers, date });
    else if (path === '/quote/v2') answer.json(200, { ...made, expiresAt: life.endsAt }, { date });
    else if (asked.accept === 'text/event-stream') {
      const events = answer.stream();
      events.send({ ...waiting, status: 'success', inTxHashes: ['0xd1'], txHashes: ['0xf1'] });
      events.end();
    } else answer.json(200, waiting, { date, 'cache-control': 'no-cache' });
  });
  return { client: createClient({ baseUrl: service.url, pollMs: 10 }), serviceNow, life };
}

const waiting = {
  status: 'waiting',
  inTxHashes: [],
  txHashes: [],
  updatedAt: 1,
  failReason: 'N/A',
  refundFailReason: 'N/A',
};

async function pay(client: Client) {
  const quote = await getQuote(client, request);
  const wallet = makeExecutor({});
  const run = execute(client, { quote, request, minAmountOut: minimumOutput, executors: [wallet] });
  return { wallet, run };
}

describe.each([-45, -11, -1, 0, 1, 11, 45])('P11: a clock that is %i minutes off', (minutes) => {
  const aheadMs = minutes * minute;

  it('pays a quote that the service still takes', async () => {
    const { client } = await serviceAhead(aheadMs);
    const { run } = await pay(client);
    expect((await run).status).toBe('success');
  });

  it('pays none whose time is over by the service', async () => {
    const { client, serviceNow, life } = await serviceAhead(aheadMs);
    life.endsAt = serviceNow() - 5_000;
    const { run, wallet } = await pay(client);
    await expect(run).rejects.toMatchObject({ code: 'QUOTE_EXPIRED' });
    expect(wallet.submitted).toEqual([]);
  });

  it('knows the time of the service', async () => {
    const { client, serviceNow } = await serviceAhead(aheadMs);
    await getQuote(client, request);
    expect(Math.abs(client.now() - serviceNow())).toBeLessThan(30_000);
    expect(client.now(0)).toBe(client.now(1) - 1);
  });
});

it('P11: an answer out of a cache says no time, and one that does not say it changes none', async () => {
  const { client } = await serviceAhead(-45 * minute, { 'cache-control': 'public, max-age=10' });
  await client.call('chains', {});
  expect(Math.abs(client.now() - Date.now())).toBeLessThan(30_000);
});
