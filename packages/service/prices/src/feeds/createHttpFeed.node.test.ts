import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PriceFeed } from '@portage/core/chain';
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import { createHttpFeed, type HttpFeedConfig } from './createHttpFeed.js';

const id = `0x${'ab'.repeat(32)}`;

const hermes = (price: string, publishTime = 1_700_000_000) =>
  JSON.stringify({
    parsed: [{ id: id.slice(2), price: { price, conf: '5', expo: -2, publish_time: publishTime } }],
  });

let server: Server;
let stop: AbortController;
let answer: (request: IncomingMessage, response: ServerResponse) => void;
let asked: IncomingMessage[];
let lines: string[];

beforeEach(async () => {
  asked = [];
  lines = [];
  stop = new AbortController();
  answer = (_, response) => response.end(hermes('200000'));
  server = createServer((request, response) => {
    asked.push(request);
    answer(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(async () => {
  stop.abort();
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

// It listens on a port.
const base = () => `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;

function open(config: Partial<HttpFeedConfig> = {}): PriceFeed {
  const log = (message: string, context: object): void =>
    void lines.push(`${message} ${JSON.stringify(context)}`);
  return createHttpFeed(
    {
      url: `${base()}/v2/updates/price/latest`,
      ids: { eth: id, weth: id },
      pollMs: 20,
      timeoutMs: 500,
      ...config,
    },
    { log, signal: stop.signal, now: () => 1_700_000_000_000, aheadMsMax: 10_000 },
  );
}

const cents = (feed: PriceFeed, asset = 'eth') =>
  (feed.latest(asset)?.value.usdE12 ?? 0n) / 10n ** 10n;

test('of several hosts the median counts, and a majority must answer', async () => {
  const answers = new Map([
    ['/one', '200000'],
    ['/two', '200100'],
    ['/three', '900000'],
  ]);
  answer = ({ url = '' }, response) => {
    const price = answers.get(url.split('?')[0] ?? '');
    if (price === undefined) response.writeHead(503);
    response.end(price === undefined ? '' : hermes(price));
  };
  const feed = open({ url: [...answers.keys()].map((path) => `${base()}${path}`) });
  await expect.poll(() => cents(feed)).toBe(200_100n);
  answers.set('/four', '200000');
  const late = open({ url: ['/four', '/away', '/gone'].map((path) => `${base()}${path}`) });
  // Its second question comes once the first one was answered.
  const times = () => asked.filter(({ url = '' }) => url.startsWith('/four')).length;
  await expect.poll(times).toBeGreaterThan(1);
  expect(late.latest('eth')).toBeUndefined();
});

describe('createHttpFeed', () => {
  it('asks for its ids in the background, and keeps the newest price of each', async () => {
    const feed = open({ headers: { authorization: 'Bearer s3cret' } });
    expect(feed.latest('eth')).toBeUndefined();
    await expect.poll(() => cents(feed)).toBe(200_000n);
    expect(feed.latest('eth')).toEqual({
      value: { usdE12: 2_000n * 10n ** 12n },
      confidence: { usdE12: 5n * 10n ** 10n },
      observedAt: 1_700_000_000_000,
    });
    expect(feed.latest('weth')).toBe(feed.latest('eth'));
    expect(feed.latest('usdc')).toBeUndefined();
    expect(asked[0]?.url).toBe(`/v2/updates/price/latest?ids%5B%5D=${id}&parsed=true`);
    expect(asked[0]?.headers).toMatchObject({
      accept: 'application/json',
      authorization: 'Bearer s3cret',
    });
    answer = (_, response) => response.end(hermes('210000', 1_700_000_001));
    await expect.poll(() => cents(feed)).toBe(210_000n);
    // A machine that is behind.
    const seen = asked.length;
    answer = (_, response) => response.end(hermes('190000', 1_700_000_000));
    await expect.poll(() => asked.length).toBeGreaterThan(seen + 2);
    expect(cents(feed)).toBe(210_000n);
  });

  it('passes over a price ahead of the clock, which would hide all later ones', async () => {
    answer = (_, response) => response.end(hermes('990000', 4_000_000_000));
    const feed = open();
    await expect.poll(() => asked.length).toBeGreaterThan(2);
    expect(feed.latest('eth')).toBeUndefined();
    answer = (_, response) => response.end(hermes('200000'));
    await expect.poll(() => cents(feed)).toBe(200_000n);
    const seen = asked.length;
    answer = (_, response) => response.end(hermes('990000', 1_700_000_011));
    await expect.poll(() => asked.length).toBeGreaterThan(seen + 2);
    expect(cents(feed)).toBe(200_000n);
    answer = (_, response) => response.end(hermes('210000', 1_700_000_010));
    await expect.poll(() => cents(feed)).toBe(210_000n);
  });

  it('forgets a price that its publisher takes back', async () => {
    const feed = open();
    await expect.poll(() => cents(feed)).toBe(200_000n);
    answer = (_, response) => response.end(hermes('0', 1_700_000_001));
    await expect.poll(() => feed.latest('eth')).toBe(undefined);
  });

  it.each<[string, typeof answer]>([
    ['is malformed', (_, response) => response.end('{"parsed":[{"id":"x"}]}')],
    ['is no JSON', (_, response) => response.end('<html>')],
    [
      'is too long',
      (_, response) => response.end(`${hermes('990000', 1_800_000_000)}${' '.repeat(2_000)}`),
    ],
    ['never ends', (_, response) => void response.writeHead(200).write(' ')],
    ['never begins', () => undefined],
    ['is an error', (_, response) => response.writeHead(503).end(hermes('990000', 1_800_000_000))],
    [
      'breaks off',
      (_, response) =>
        response.writeHead(200, { 'content-length': '5000' }).write('{', () => response.destroy()),
    ],
    [
      'sends elsewhere',
      ({ url }, response) =>
        url?.startsWith('/elsewhere') === true
          ? response.end(hermes('990000', 1_800_000_000))
          : response.writeHead(302, { location: '/elsewhere' }).end(),
    ],
  ])('keeps what it knows when an answer %s, says so once, and goes on', async (_, broken) => {
    const feed = open({ bytesMax: 1_000 });
    await expect.poll(() => cents(feed)).toBe(200_000n);
    answer = broken;
    await expect.poll(() => lines.length).toBe(1);
    const seen = asked.length;
    await expect.poll(() => asked.length).toBeGreaterThan(seen + 1);
    expect(feed.latest('eth')).toMatchObject({
      value: { usdE12: 2_000n * 10n ** 12n },
      observedAt: 1_700_000_000_000,
    });
    expect(asked.some(({ url }) => url?.startsWith('/elsewhere'))).toBe(false);
    answer = (__, response) => response.end(hermes('220000', 1_700_000_009));
    await expect.poll(() => cents(feed)).toBe(220_000n);
    await expect.poll(() => lines.length).toBe(2);
    expect(lines.map((line) => line.slice(0, 22))).toEqual([
      'prices cannot be fetch',
      'prices can be fetched ',
    ]);
    expect(lines.join()).not.toMatch(/v2|abab/);
  });

  it('stops asking when it is told to', async () => {
    const feed = open();
    await expect.poll(() => cents(feed)).toBe(200_000n);
    stop.abort();
    await new Promise((resolve) => setTimeout(resolve, 100));
    const seen = asked.length;
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(asked.length).toBe(seen);
  });
});
