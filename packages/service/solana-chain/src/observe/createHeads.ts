import { PortageError } from '@portage/core';
import {
  createFinalHeight,
  createHeadFeed,
  type Endpoint,
  readResult,
  type Heads as HeadsOf,
  type Quorum,
  type Rpc,
} from '@portage/chain-kit';
import { setTimeout as delay } from 'node:timers/promises';
import { readHeader, type Header } from '../rpc/header.js';
import { readInteger } from '../rpc/parse.js';
import { blockRequest, slotRequest, type Commitment } from '../rpc/requests.js';

/** A head as old as this no longer outranks a lower one that an endpoint tells us. */
const staleMs = 30_000;

/** The newest block, and the newest slot that the chain calls final. */
export interface Head extends Header {
  /** Slot at or below which nothing changes any more. */
  readonly finalizedSlot: number;
}

/** Follows the newest block of a chain. */
export type Heads = HeadsOf<Head>;

/** Options of {@link createHeads}. */
export interface HeadsOptions {
  readonly rpc: Rpc;
  /** Says which slots are final. */
  readonly quorum: Quorum;
  readonly commitment: Commitment;
  readonly pollMs: number;
  readonly clock: () => number;
  readonly signal: AbortSignal;
}

/** Milliseconds between two questions about what is final. */
const finalEveryMs = 500;

/** Polls for slots: one comes every 400 ms. */
export function createHeads(options: HeadsOptions): Heads {
  const { quorum, clock, signal } = options;
  const feed = createHeadFeed<Head>(clock);
  const final = createFinalHeight({
    ...{ quorum, ask: readFinalSlot, everyMs: finalEveryMs, clock, signal },
  });
  const poll = async (): Promise<void> => {
    const refreshed = final.refresh();
    // Without any final slot everything since the start would be read block by block.
    if (final.latest() === 0) await refreshed;
    const head = await readHead(options);
    const known = feed.latest();
    const isBehind = known !== undefined && head.height < known.value.height;
    if (isBehind && clock() - known.observedAt <= staleMs) return;
    feed.publish({ ...head, finalizedSlot: Math.min(final.latest(), head.height) });
  };
  void (async () => {
    while (!signal.aborted) {
      // A poll that fails has used up its retries; the next one is soon enough.
      await poll().catch(() => undefined);
      await delay(options.pollMs, undefined, { signal }).catch(() => undefined);
    }
  })();
  return feed;
}

async function readFinalSlot({ ask }: Endpoint, signal: AbortSignal): Promise<number> {
  const [reply] = await ask([slotRequest('finalized')], signal);
  return readInteger(readResult(reply, 'getSlot'), 'slot');
}

async function readHead({ rpc, commitment, signal }: HeadsOptions): Promise<Header> {
  const [newest] = await rpc.read([slotRequest(commitment)], signal);
  const slot = readInteger(newest, 'slot');
  const [reply] = await rpc.ask([blockRequest(slot, commitment)], signal);
  const block = readResult(reply, 'getBlock');
  if (block === null)
    throw new PortageError('RPC_HTTP_ERROR', {
      message: 'A chain endpoint does not have its newest block yet.',
    });
  return readHeader(slot, block);
}
