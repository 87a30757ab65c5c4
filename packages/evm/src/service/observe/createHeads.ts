import type { Observed } from '@portage/core';
import { setTimeout as delay } from 'node:timers/promises';
import type { Ask } from '../rpc/ask.js';
import { createHeadSocket } from '../rpc/createHeadSocket.js';
import type { Rpc } from '../rpc/createRpc.js';
import { readHeader, type Header } from '../rpc/header.js';

/** Milliseconds between polls while a websocket tells of blocks: only to notice that it went quiet. */
const WATCHDOG_MS = 2_000;
/** A head as old as this no longer outranks a lower one that an endpoint tells us. */
const STALE_MS = 30_000;

/** The newest block, and where to ask about it. */
export interface Head extends Header {
  /** Reaches a node that has this block. */
  readonly ask: Ask;
}

/** Follows the newest block of a chain. */
export interface Heads {
  latest(): Observed<Head> | undefined;
  /** The newest head that is not `seen`, as soon as there is one; undefined when the signal aborts. */
  next(seen: Head | undefined, signal: AbortSignal): Promise<Head | undefined>;
  /** Calls back on each new head until the chain is closed. */
  listen(listener: (head: Head) => void): void;
}

/** What following heads needs. */
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
  let latest: Observed<Head> | undefined;
  const listeners = new Set<(head: Head) => void>();
  const publish = (head: Head): void => {
    if (latest?.value.hash === head.hash) {
      latest = { value: latest.value, observedAt: clock() };
      return;
    }
    latest = { value: head, observedAt: clock() };
    for (const listener of [...listeners]) listener(head);
  };
  // Heights that the websocket and the poll before told: a websocket that is silent about an older poll's block went quiet.
  let announced = -1;
  let polled = -1;
  const onHead = (header: Header, ask: Ask): void => {
    announced = header.height;
    publish({ ...header, ask });
  };
  const { wsUrl, timeoutMs } = options;
  const socket = wsUrl === undefined ? undefined : createHeadSocket({ url: wsUrl, timeoutMs, signal, onHead });

  const poll = async (): Promise<void> => {
    const [block] = await rpc.read([{ method: 'eth_getBlockByNumber', params: ['latest', false] }], signal);
    const header = readHeader(block);
    const live = socket?.live() === true;
    const quiet = live && announced < polled;
    if (quiet) socket.reconnect();
    polled = quiet ? -1 : header.height;
    const known = latest;
    const isNews = known === undefined || header.height > known.value.height || (header.height === known.value.height && !live);
    if (isNews || clock() - known.observedAt > STALE_MS) publish({ ...header, ask: rpc.ask });
  };
  void (async () => {
    while (!signal.aborted) {
      // A poll that fails has used up its retries; the next one is soon enough.
      await poll().catch(() => undefined);
      await delay(socket?.live() === true ? WATCHDOG_MS : options.pollMs, undefined, { signal }).catch(() => undefined);
    }
  })();

  return {
    latest: () => latest,
    next: (seen, stop) => nextHead(() => latest?.value, listeners, seen, stop),
    listen: (listener) => {
      listeners.add(listener);
    },
  };
}

function nextHead(latest: () => Head | undefined, listeners: Set<(head: Head) => void>, seen: Head | undefined, signal: AbortSignal): Promise<Head | undefined> {
  const known = latest();
  if (signal.aborted) return Promise.resolve(undefined);
  if (known !== undefined && known.hash !== seen?.hash) return Promise.resolve(known);
  return new Promise((resolve) => {
    const finish = (head: Head | undefined): void => {
      listeners.delete(finish);
      signal.removeEventListener('abort', abort);
      resolve(head);
    };
    const abort = (): void => finish(undefined);
    listeners.add(finish);
    signal.addEventListener('abort', abort, { once: true });
  });
}
