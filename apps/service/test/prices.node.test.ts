import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eventually } from '@portage/testing';
import type { CurrencyAmount } from '@portage/core';
import { quoteSchema } from '@portage/core/schemas';
import { evmChain } from '@portage/devnet';
import { beforeAll, describe, expect, test } from 'vitest';
import { databaseDir, parseConfiguration, type Configuration, type Service } from '../src/index.js';
import { openBeside } from './openDatabase.js';
import { post } from './transfer.js';
import { useDevnet } from './useDevnet.js';

const ids = { eth: 'aa'.repeat(32), usdc: 'bb'.repeat(32) };

/** Price publisher, in cents; it reports the test's values as of now. */
interface Publisher {
  readonly server: Server;
  cents: { eth: number; usdc: number };
  isDown: boolean;
}

const local = useDevnet({ blockTimeSeconds: 1 });
let service: Service;
let publisher: Publisher;

beforeAll(async () => {
  publisher = await startPublisher();
  service = await start();
});

/** Starts the service on the database of the test. */
function start(): Promise<Service> {
  const configuration = parseConfiguration(local.devnet.description.configuration);
  const prices: Configuration['prices'] = {
    source: 'feeds',
    http: {
      url: `http://127.0.0.1:${String((publisher.server.address() as AddressInfo).port)}/v2/updates/price/latest`,
      ids,
      pollMs: 100,
    }, // It listens on a port.
    fixed: { usdc: '1', weth: '2500' },
    assets: {
      eth: { primary: 'http' },
      weth: { primary: 'fixed' },
      usdc: { primary: 'http', guard: 'fixed' },
    },
  };
  return local.serve({
    configuration: {
      ...configuration,
      prices,
      policy: { maxAgeMs: { price: 3_000, gas: 60_000, balance: 60_000, tip: 60_000 } },
    },
    databaseDir: databaseDir(local.directory, local.devnet.id),
  });
}

async function startPublisher(): Promise<Publisher> {
  const server = createServer((_, response) => {
    const publishTime = Math.floor(Date.now() / 1000);
    const parsed = (['eth', 'usdc'] as const).map((asset) => ({
      id: ids[asset],
      price: {
        price: String(publisher.cents[asset]),
        conf: '0',
        expo: -2,
        publish_time: publishTime,
      },
    }));
    if (publisher.isDown) response.destroy();
    else response.end(JSON.stringify({ parsed }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  local.onEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  return { server, cents: { eth: 250_000, usdc: 100 }, isDown: false };
}

const usdcOf = (): string => evmChain(local.devnet.description, 10).tokens.usdc.address;

/** Output for a tenth of an ether, or the code and status of the refusal. */
async function ask(): Promise<CurrencyAmount | string> {
  const body = {
    user: local.devnet.description.accounts[0]?.address,
    originChainId: 8453,
    destinationChainId: 10,
    destinationCurrency: usdcOf(),
    amount: (10n ** 17n).toString(),
    indicativeQuote: true,
  };
  const answer = await post(service.url ?? '', '/quote/v2', body);
  if (answer.status === 200) return quoteSchema.parse(answer.body).details.currencyOut;
  // Every error of the service has one.
  const { errorCode } = answer.body as { readonly errorCode: string };
  return `${String(answer.status)} ${errorCode}`;
}

/** Asks until the answer is as wanted. */
const answerOf = (
  isWanted: (answer: CurrencyAmount | string) => boolean,
): Promise<CurrencyAmount | string> =>
  eventually(ask, isWanted, { what: 'an answer by the new price', everyMs: 100 });

const isRefused = (answer: CurrencyAmount | string): boolean => answer === '503 PRICE_FETCH_FAILED';
const isQuoted = (answer: CurrencyAmount | string): boolean => typeof answer !== 'string';
/** Dollars to the nearest five, because the gas cost is not tested here. */
const dollars = (answer: CurrencyAmount | string): number =>
  typeof answer === 'string' ? Number.NaN : 5 * Math.round(Number(answer.amount) / 5e6);
const numbers = async (): Promise<string> => (await fetch(`${service.url ?? ''}/metrics`)).text();

describe('a service that hears its prices over HTTP', () => {
  test('quotes at what is published, and follows it', async () => {
    expect(dollars(await answerOf(isQuoted))).toBe(250);
    publisher.cents = { eth: 260_000, usdc: 100 };
    expect(dollars(await answerOf((answer) => dollars(answer) === 260))).toBe(260);
  });

  test('refuses to quote from a price that its second feed denies, and says so to Prometheus', async () => {
    publisher.cents = { eth: 260_000, usdc: 97 };
    await answerOf(isRefused);
    expect(await numbers()).toContain(
      'portage_price_refused{asset="usdc",feed="http",reason="guard disagrees"} 1',
    );
    publisher.cents = { eth: 260_000, usdc: 100 };
    await answerOf(isQuoted);
  });

  test('refuses to quote from a price that jumped', async () => {
    publisher.cents = { eth: 400_000, usdc: 100 };
    await answerOf(isRefused);
    publisher.cents = { eth: 265_000, usdc: 100 };
    expect(dollars(await answerOf(isQuoted))).toBe(265);
  });

  test('refuses to quote once its publisher has been away too long', async () => {
    publisher.isDown = true;
    expect(isQuoted(await ask())).toBe(true);
    await answerOf(isRefused);
    publisher.isDown = false;
    await answerOf(isQuoted);
  });

  test('compares the first price after a start with the last one before it', async () => {
    const beside = await openBeside(local.directory, local.devnet);
    const kept = async (): Promise<bigint | undefined> =>
      (await beside.prices.last()).find(({ assetId }) => assetId === 'eth')?.value.usdE12;
    await expect.poll(kept).toBe(2_650n * 10n ** 12n);
    await beside.close();
    await service.close();
    publisher.cents = { eth: 795_000, usdc: 100 };
    service = await start();
    await answerOf(isRefused);
    await expect
      .poll(numbers)
      .toContain('portage_price_refused{asset="eth",feed="http",reason="jumped"} 1');
    publisher.cents = { eth: 280_000, usdc: 100 };
    expect(dollars(await answerOf(isQuoted))).toBe(280);
  });
});
