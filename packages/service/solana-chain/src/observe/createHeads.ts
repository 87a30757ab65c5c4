import { PortageError } from '@portage/core';
import { createHeadFeed, readResult, type Heads as HeadsOf, type Rpc } from '@portage/chain-kit';
import { setTimeout as delay } from 'node:timers/promises';
import { readHeader, type Header } from '../rpc/header.js';
import { readInteger } from '../rpc/parse.js';
import { blockRequest, type Commitment } from '../rpc/requests.js';

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
  readonly commitment: Commitment;
  readonly pollMs: number;
  readonly clock: () => number;
  readonly signal: AbortSignal;
}

/** Polls for slots: one comes every 400 ms. */
export function createHeads(options: HeadsOptions): Heads {
  const { clock, signal } = options;
  const feed = createHeadFeed<Head>(clock);
  const poll = async (): Promise<void> => {
    const head = await readHead(options);
    const known = feed.latest();
    // What was final once stays so, whatever an endpoint that is behind says.
    const finalizedSlot = Math.max(head.finalizedSlot, known?.value.finalizedSlot ?? 0);
    const isBehind = known !== undefined && head.height < known.value.height;
    if (isBehind && clock() - known.observedAt <= staleMs) return;
    feed.publish({ ...head, finalizedSlot });
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

async function readHead({ rpc, commitment, signal }: HeadsOptions): Promise<Head> {
  const slots = await rpc.read(
    [
      { method: 'getSlot', params: [{ commitment }] },
      { method: 'getSlot', params: [{ commitment: 'finalized' }] },
    ],
    signal,
  );
  const slot = readInteger(slots[0], 'slot');
  const [reply] = await rpc.ask([blockRequest(slot, commitment)], signal);
  const block = readResult(reply, 'getBlock');
  if (block === null)
    throw new PortageError('RPC_HTTP_ERROR', {
      message: 'A chain endpoint does not have its newest block yet.',
    });
  return {
    ...readHeader(slot, block),
    finalizedSlot: Math.min(readInteger(slots[1], 'slot'), slot),
  };
}
