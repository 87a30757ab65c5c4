import { PortageError, type Observed, standardError } from '@portage/core';
import type { ChainEvent, ChainUpdate, Cursor, Observe } from '@portage/core/chain';
import type { Ledger } from './createLedger.js';

/** Ledger and settings that a fake chain is observed with. */
export interface FakeObserveOptions {
  readonly ledger: Ledger;
  /** First height of the updates. */
  readonly startHeight: number;
  readonly finalizedHeight: () => number;
  readonly tip: () => Observed<Cursor> | undefined;
  readonly agrees: (event: ChainEvent) => boolean;
  /** Resolves when the chain changes or the signal aborts. */
  readonly changed: (signal: AbortSignal) => Promise<void>;
}

const blocksPerUpdateMax = 50;

/** Makes `Chain.observe` of a fake chain. */
export function fakeObserve(options: FakeObserveOptions): Observe {
  const { ledger, tip, agrees } = options;
  return {
    updates: (known, signal) => updates(options, known, signal),
    trace: async (txId, signal) => {
      signal?.throwIfAborted();
      const transaction = ledger.find(txId.toLowerCase());
      if (transaction === undefined)
        throw standardError('UNKNOWN_TRANSACTION', { context: { txId } });
      return transaction.events;
    },
    confirm: async (events, signal) => {
      signal?.throwIfAborted();
      return events.map(
        (event) =>
          agrees(event) &&
          (ledger.find(event.txId)?.events ?? []).some(
            (told) => told.ordinal === event.ordinal && isSameEvent(told, event),
          ),
      );
    },
    tip,
  };
}

/** Whether two events have the same fields; a payer is a claim that a fake may leave out. */
function isSameEvent(told: ChainEvent, event: ChainEvent): boolean {
  const fields = (of: ChainEvent): string =>
    Object.entries(of)
      .filter(([name]) => name !== 'payer' && name !== 'height')
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, value]) => `${name}=${String(value)}`)
      .join('/');
  return fields(told) === fields(event);
}

async function* updates(
  { ledger, startHeight, finalizedHeight, changed }: FakeObserveOptions,
  known: readonly Cursor[],
  signal: AbortSignal,
): AsyncGenerator<ChainUpdate> {
  const floor = (): Cursor | undefined => ledger.blocks[startHeight - 1]?.cursor;
  const newest = [...known].sort((a, b) => b.height - a.height);
  let at = newest[0];
  if (at !== undefined && !ledger.isCanonical(at)) {
    const to: Cursor | undefined = newest.find((cursor) => ledger.isCanonical(cursor)) ?? floor();
    if (to === undefined)
      throw new PortageError('CHAIN_HALTED', {
        message: 'None of the known blocks is part of this chain.',
      });
    yield { type: 'rollback', to };
    at = to;
  }
  while (!signal.aborted) {
    if (at !== undefined && !ledger.isCanonical(at)) {
      at = ancestor(ledger, at);
      yield { type: 'rollback', to: at };
      continue;
    }
    const from = at === undefined ? startHeight : at.height + 1;
    const blocks = ledger.blocks.slice(from, from + blocksPerUpdateMax);
    const last = blocks.at(-1);
    if (last === undefined) {
      await changed(signal);
      continue;
    }
    at = last.cursor;
    yield {
      type: 'advance',
      cursor: last.cursor,
      blocks: blocks.map(({ cursor }) => cursor),
      events: blocks.flatMap(({ transactions }) => transactions.flatMap(({ events }) => events)),
      finalizedHeight: finalizedHeight(),
    };
  }
}

/**
 * Finds the common ancestor: the newest block below a reorged one that is still part of the chain.
 */
function ancestor(ledger: Ledger, lost: Cursor): Cursor {
  let block = ledger.block(lost.hash);
  while (block !== undefined && !ledger.isCanonical(block.cursor))
    block = ledger.block(block.parent);
  if (block === undefined)
    throw new PortageError('CHAIN_HALTED', {
      message: 'The chain shares no block with what was seen.',
    });
  return block.cursor;
}
