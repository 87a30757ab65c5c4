import { setTimeout as sleep } from 'node:timers/promises';
import type { Chain, ChainUpdate, Cursor } from '@portage/core';
import { readChain } from '@portage/store';
import { applyUpdates } from './applyUpdates.js';
import type { IndexerOptions, Position } from './context.js';
import { createQueue, type UpdateQueue } from './createQueue.js';

const waitMsMin = 100;
const waitMsMax = 5_000;

async function pump(updates: AsyncIterable<ChainUpdate>, queue: UpdateQueue): Promise<void> {
  try {
    for await (const update of updates) await queue.push(update);
    queue.end();
  } catch (failure) {
    queue.end(failure instanceof Error ? failure : new Error(String(failure)));
  }
}

async function followOnce(options: IndexerOptions, chain: Chain, signal: AbortSignal, onApplied: (cursor: Cursor) => void): Promise<void> {
  const state = await readChain(options.store, chain.id);
  const position: Position = { from: state.blocks[0]?.hash ?? '', finalizedHeight: state.finalizedHeight, openDeposits: state.openDeposits };
  const stop = new AbortController();
  const queue = createQueue();
  const pumping = pump(chain.observe.updates(state.blocks, AbortSignal.any([signal, stop.signal])), queue);
  try {
    await applyUpdates(options, chain, position, queue, onApplied);
  } finally {
    stop.abort();
    queue.end();
    await pumping;
  }
}

/**
 * Follows one chain until the signal aborts. Whatever fails, it starts again from what the database knows, later and
 * later; what was not committed is told again by the chain.
 */
export async function followChain(options: IndexerOptions, chain: Chain, signal: AbortSignal, onApplied: (cursor: Cursor) => void): Promise<void> {
  let waitMs = waitMsMin;
  const applied = (cursor: Cursor): void => {
    waitMs = waitMsMin;
    onApplied(cursor);
  };
  while (!signal.aborted) {
    try {
      await followOnce(options, chain, signal, applied);
    } catch (error) {
      options.log('following a chain failed', { chain: chain.slug, error: error instanceof Error ? error.message : String(error), waitMs });
    }
    await sleep(waitMs, undefined, { signal }).catch(() => undefined);
    waitMs = Math.min(2 * waitMs, waitMsMax);
  }
}
