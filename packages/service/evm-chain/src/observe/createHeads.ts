import { createHeadFeed, type Ask, type Heads as HeadsOf, type Rpc } from '@portage/chain-kit';
import { setTimeout as delay } from 'node:timers/promises';
import { createHeadSocket } from '../rpc/createHeadSocket.js';
import { readHeader, type Header } from '../rpc/header.js';

/**
 * Milliseconds between polls while a websocket tells of blocks: only to notice that it went quiet.
 */
const watchdogMs = 2_000;
/** A head as old as this no longer outranks a lower one that an endpoint tells us. */
const staleMs = 30_000;

/** The newest block, and where to ask about it. */
export interface Head extends Header {
  /** Reaches a node that has this block. */
  readonly ask: Ask;
}

/** Follows the newest block of a chain. */
export type Heads = HeadsOf<Head>;

/** Endpoints and rhythm of following heads. */
export interface HeadsOptions {
  readonly rpc: Rpc;
  readonly wsUrl: string | undefined;
  readonly pollMs: number;
  readonly timeoutMs: number;
  readonly clock: () => number;
  readonly signal: AbortSignal;
}

/** Follows heads by websocket where there is one, and by polling beside it or instead of it. */
export function createHeads(options: HeadsOptions): Heads {
  const { rpc, clock, signal } = options;
  const feed = createHeadFeed<Head>(clock);
  // Heights that the websocket and the poll before told: a websocket that is silent about an older
  // poll's block went quiet.
  let announced = -1;
  let polled = -1;
  const onHead = (header: Header, ask: Ask): void => {
    announced = header.height;
    feed.publish({ ...header, ask });
  };
  const { wsUrl, timeoutMs } = options;
  const socket =
    wsUrl === undefined ? undefined : createHeadSocket({ url: wsUrl, timeoutMs, signal, onHead });

  const poll = async (): Promise<void> => {
    const [block] = await rpc.read(
      [{ method: 'eth_getBlockByNumber', params: ['latest', false] }],
      signal,
    );
    const header = readHeader(block);
    const live = socket?.live() === true;
    const quiet = live && announced < polled;
    if (quiet) socket.reconnect();
    polled = quiet ? -1 : header.height;
    const known = feed.latest();
    const isNews =
      known === undefined ||
      header.height > known.value.height ||
      (header.height === known.value.height && !live);
    if (isNews || clock() - known.observedAt > staleMs) feed.publish({ ...header, ask: rpc.ask });
  };
  void (async () => {
    while (!signal.aborted) {
      // A poll that fails has used up its retries; the next one is soon enough.
      await poll().catch(() => undefined);
      await delay(socket?.live() === true ? watchdogMs : options.pollMs, undefined, {
        signal,
      }).catch(() => undefined);
    }
  })();

  return feed;
}
