import { isPortageError, describeError } from '@portage/core';
import type { Chain, ChainUpdate, Cursor } from '@portage/core/chain';
import { codeOf } from '@portage/database';
import type { ChainPosition } from '@portage/settlement';
import { applyUpdates } from './applyUpdates.js';
import type { FollowOptions, IndexerOptions } from './context.js';
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

async function followOnce(
  options: FollowOptions,
  chain: Chain,
  signal: AbortSignal,
  onApplied: (cursor: Cursor) => void,
): Promise<void> {
  const state = await options.settlement.chains.read(chain.id);
  const position: ChainPosition = {
    from: state.blocks[0]?.hash ?? '',
    finalizedHeight: state.finalizedHeight,
    openDeposits: state.openDeposits,
    unconfirmedEvents: state.unconfirmedEvents,
    unconfirmedDeposits: 0,
    raisedDepth: state.raisedDepth,
  };
  const stop = new AbortController();
  const queue = createQueue();
  const pumping = pump(
    chain.observe.updates(state.blocks, AbortSignal.any([signal, stop.signal])),
    queue,
  );
  try {
    await applyUpdates(options, chain, position, queue, onApplied);
  } finally {
    stop.abort();
    queue.end();
    await pumping;
  }
}

/** Code of PostgreSQL for a row that breaks a rule of its table, as a balance below zero does. */
const checkViolation = '23514';

/** Reason to halt a chain; undefined where reading it again may mend the failure. */
function haltReason(error: unknown): string | undefined {
  if (isPortageError(error, 'CHAIN_HALTED')) return describeError(error);
  if (codeOf(error) !== checkViolation) return undefined;
  return `The books refuse what the chain tells: ${describeError(error)}`;
}

/**
 * A failure that no reading again will mend halts the chain, so that nothing is spent until an
 * operator has looked: one that the chain tells of itself, or one of events that the books refuse.
 */
async function noteFailure(
  { settlement, log }: IndexerOptions,
  chain: Chain,
  error: unknown,
  waitMs: number,
): Promise<void> {
  log('following a chain failed', { chain: chain.slug, error: describeError(error), waitMs });
  const reason = haltReason(error);
  if (reason === undefined) return;
  await halt({ settlement, log }, chain, reason).catch((failure: unknown) =>
    log('a chain could not be halted', { chain: chain.slug, error: String(failure) }),
  );
}

/** The halt is logged once; the failure behind it each time. */
async function halt(
  { settlement, log }: Pick<IndexerOptions, 'settlement' | 'log'>,
  { id, slug }: Chain,
  reason: string,
): Promise<void> {
  const { haltedReason } = await settlement.chains.read(id);
  await settlement.chains.halt(id, reason);
  if (haltedReason === undefined) log('a chain is halted', { chain: slug, level: 'error', reason });
}

/**
 * Follows one chain until the signal aborts. Whatever fails, it starts again from what the database
 * knows, later and later; what was not committed is read from the chain again. A chain that is
 * halted is looked at all the same: what it holds is seen when it comes back, and spent when it is
 * cleared.
 */
export async function followChain(
  options: FollowOptions,
  chain: Chain,
  signal: AbortSignal,
  onApplied: (cursor: Cursor) => void,
): Promise<void> {
  let waitMs = waitMsMin;
  const applied = (cursor: Cursor): void => {
    waitMs = waitMsMin;
    onApplied(cursor);
  };
  while (!signal.aborted) {
    try {
      await followOnce(options, chain, signal, applied);
    } catch (error) {
      await noteFailure(options, chain, error, waitMs);
    }
    await options.clock.sleep(waitMs, signal);
    waitMs = Math.min(2 * waitMs, waitMsMax);
  }
}
