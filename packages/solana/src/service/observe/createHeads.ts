import { PortageError, type Observed } from '@portage/core';
import { setTimeout as delay } from 'node:timers/promises';
import type { Rpc } from '../rpc/createRpc.js';
import { readHeader, type Header } from '../rpc/header.js';
import { readInteger, readResult } from '../rpc/parse.js';
import { blockRequest, type Commitment } from '../rpc/requests.js';

/** A head as old as this no longer outranks a lower one that an endpoint tells us. */
const STALE_MS = 30_000;

/** The newest block, and what the chain calls final. */
export interface Head extends Header {
  /** Slot at or below which nothing changes any more. */
  readonly finalizedSlot: number;
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
  readonly commitment: Commitment;
  readonly pollMs: number;
  readonly clock: () => number;
  readonly signal: AbortSignal;
}

/** Polls for slots: one comes every 400 ms. */
export function createHeads(options: HeadsOptions): Heads {
  const { clock, signal } = options;
  let latest: Observed<Head> | undefined;
  const listeners = new Set<(head: Head) => void>();
  const poll = async (): Promise<void> => {
    const head = await readHead(options);
    const known = latest;
    // What was final once stays so, whatever an endpoint that is behind says.
    const finalizedSlot = Math.max(head.finalizedSlot, known?.value.finalizedSlot ?? 0);
    const isBehind = known !== undefined && head.height < known.value.height;
    if (isBehind && clock() - known.observedAt <= STALE_MS) return;
    latest = { value: { ...head, finalizedSlot }, observedAt: clock() };
    if (known?.value.hash !== head.hash) for (const listener of [...listeners]) listener(latest.value);
  };
  void (async () => {
    while (!signal.aborted) {
      // A poll that fails has used up its retries; the next one is soon enough.
      await poll().catch(() => undefined);
      await delay(options.pollMs, undefined, { signal }).catch(() => undefined);
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

async function readHead({ rpc, commitment, signal }: HeadsOptions): Promise<Head> {
  const slots = await rpc.read([{ method: 'getSlot', params: [{ commitment }] }, { method: 'getSlot', params: [{ commitment: 'finalized' }] }], signal);
  const slot = readInteger(slots[0], 'slot');
  const [reply] = await rpc.ask([blockRequest(slot, commitment)], signal);
  const block = readResult(reply, 'getBlock');
  if (block === null) throw new PortageError('RPC_HTTP_ERROR', { message: 'A chain endpoint does not have its newest block yet.' });
  return { ...readHeader(slot, block), finalizedSlot: Math.min(readInteger(slots[1], 'slot'), slot) };
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
