import { PortageError, describeError, systemClock } from '@portage/core';
import type { PriceFeed, PriceReading } from '@portage/core/chain';
import { sleep } from '@portage/core/executor';
import { medianReading } from './medianReading.js';
import { hermesId, readHermes } from './readHermes.js';

/** Endpoint of prices, and the interval of asking. */
export interface HttpFeedConfig {
  /**
   * Address of the latest prices in the shape of Hermes, as in `https://…/v2/updates/price/latest`.
   * Ids are added. Of several, each on another host, the median counts, once a majority answers.
   */
  readonly url: string | readonly string[];
  /** Ids of prices by asset id: 32 bytes in hex. */
  readonly ids: Readonly<Record<string, string>>;
  /** Sent with each request to every host, as in `{ authorization: 'Bearer …' }`. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Pause between two requests; 1 second when left out. */
  readonly pollMs?: number | undefined;
  /** Until an answer must be there, the last byte included; 5 seconds when left out. */
  readonly timeoutMs?: number | undefined;
  /** Bytes of an answer; 1 MiB when left out. */
  readonly bytesMax?: number | undefined;
}

/**
 * Told when prices cannot be fetched, once for each time that the source is away, and when they can
 * be again.
 */
export type FeedLog = (message: string, context: Readonly<Record<string, unknown>>) => void;

/** Surroundings of a feed. */
export interface FeedContext {
  readonly log: FeedLog;
  /** Ends the feed. */
  readonly signal: AbortSignal;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Milliseconds that a reading may be ahead of our clock; others are passed over. */
  readonly aheadMsMax: number;
}

const defaults = { pollMs: 1_000, timeoutMs: 5_000, bytesMax: 1_048_576 } as const;

/** Longest pause while the source is away. */
const pauseMsMax = 15_000;

/**
 * Prices of an HTTP publisher, asked for in the background until the signal aborts. Nothing of an
 * answer is taken that is late, too long, malformed or comes by way of a redirect: the
 * configuration alone says which host is believed. What was heard before stays with its own time,
 * and the reader decides when that is too old.
 *
 * @see https://docs.pyth.network/price-feeds/core/how-pyth-works/hermes for the shape of answers
 * @example
 * ```ts
 * const feed = createHttpFeed({ url, ids: { eth: '0xff61…0ace' } }, context);
 * feed.latest('eth')?.value.usdE12;
 * ```
 */
export function createHttpFeed(config: HttpFeedConfig, context: FeedContext): PriceFeed {
  const urls = typeof config.url === 'string' ? [config.url] : config.url;
  const hosts = urls.map((url) => createHostFeed({ ...config, url }, context));
  return {
    name: 'http',
    latest: (assetId) => medianReading(hosts.map((host) => host.latest(assetId))),
  };
}

/** Publisher at one address. */
type HostConfig = HttpFeedConfig & { readonly url: string };

function createHostFeed(config: HostConfig, context: FeedContext): Pick<PriceFeed, 'latest'> {
  const { log, signal, now, aheadMsMax } = context;
  const {
    pollMs = defaults.pollMs,
    timeoutMs = defaults.timeoutMs,
    bytesMax = defaults.bytesMax,
  } = config;
  const url = urlOf(config);
  const assets = new Map(
    Object.entries(config.ids).map(([assetId, id]) => [assetId, hermesId(id)]),
  );
  let readings: ReadonlyMap<string, PriceReading> = new Map();
  let failures = 0;

  async function poll(): Promise<void> {
    const answer = await ask(url, {
      headers: config.headers ?? {},
      bytesMax,
      signal: AbortSignal.any([signal, systemClock.timeout(timeoutMs)]),
    });
    readings = newest(readings, readHermes(answer), {
      ids: new Set(assets.values()),
      latest: now() + aheadMsMax,
    });
  }

  const isOver = (): boolean => signal.aborted;

  async function run(): Promise<void> {
    while (!isOver()) {
      try {
        await poll();
        if (failures > 0) log('prices can be fetched again', { host: url.host });
        failures = 0;
      } catch (error) {
        if (isOver()) return;
        failures += 1;
        if (failures === 1)
          log('prices cannot be fetched', { host: url.host, error: describeError(error) });
      }
      const pauseMs = Math.min(pollMs * 2 ** Math.min(failures, 10), Math.max(pollMs, pauseMsMax));
      await sleep(pauseMs, signal).catch(() => undefined);
    }
  }

  void run();
  return {
    latest: (assetId) => {
      const id = assets.get(assetId);
      return id === undefined ? undefined : readings.get(id);
    },
  };
}

/** Readings of an answer that are taken. */
interface NewestOptions {
  readonly ids: ReadonlySet<string>;
  /** Time of the latest reading that is taken. */
  readonly latest: number;
}

/**
 * Machines behind one address may be behind each other: what is older than what is known is passed
 * over. So is what is ahead of our clock, or one such reading would be the newest until its time.
 */
function newest(
  known: ReadonlyMap<string, PriceReading>,
  heard: ReadonlyMap<string, PriceReading>,
  { ids, latest }: NewestOptions,
): ReadonlyMap<string, PriceReading> {
  const entries = [...ids].flatMap((id): readonly [string, PriceReading][] => {
    const [before, now] = [known.get(id), heard.get(id)];
    if (now === undefined) return [];
    const isPassedOver = now.observedAt > latest || (before?.observedAt ?? 0) >= now.observedAt;
    if (!isPassedOver) return [[id, now]];
    return before === undefined ? [] : [[id, before]];
  });
  return new Map(entries);
}

function urlOf({ url, ids }: HostConfig): URL {
  const parsed = new URL(url);
  for (const id of new Set(Object.values(ids))) parsed.searchParams.append('ids[]', id);
  parsed.searchParams.set('parsed', 'true');
  return parsed;
}

interface AskOptions {
  readonly headers: Readonly<Record<string, string>>;
  readonly bytesMax: number;
  readonly signal: AbortSignal;
}

async function ask(url: URL, { headers, bytesMax, signal }: AskOptions): Promise<unknown> {
  const response = await fetch(url, {
    headers: { ...headers, accept: 'application/json' },
    redirect: 'manual',
    signal,
  });
  if (response.status !== 200) {
    await response.body?.cancel();
    throw new PortageError('PRICE_FETCH_FAILED', {
      message: `The source of prices answered ${String(response.status)}.`,
    });
  }
  const text = await readText(response, bytesMax);
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new PortageError('INVALID_RESPONSE', {
      message: 'The source of prices did not answer with JSON.',
      cause,
    });
  }
}

async function readText({ body }: Response, bytesMax: number): Promise<string> {
  const decoder = new TextDecoder();
  let [text, bytes] = ['', 0];
  const chunks: AsyncIterable<Uint8Array> | readonly Uint8Array[] = body ?? [];
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > bytesMax)
      throw new PortageError('INVALID_RESPONSE', {
        message: `The source of prices answered with more than ${String(bytesMax)} bytes.`,
      });
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
