import {
  createLocalChain,
  createObservedEvents,
  eventDigest,
  followHeads,
  readResult,
  type LocalChain,
  type Rpc,
} from '@portage/chain-kit';
import { PortageError, standardError } from '@portage/core';
import type { ChainEvent, ChainUpdate, Cursor, Observe } from '@portage/core/chain';
import type { TallyMemory } from './followTally.js';
import { readBlocks, readTransaction, type NodeBlock } from './replies.js';

/** Options of {@link createObserve}. */
export interface ObserveOptions {
  readonly rpc: Rpc;
  /** Nodes that must agree before money is spent. */
  readonly quorum: number;
  readonly startHeight: number;
  readonly heads: TallyMemory['heads'];
}

const blocksMax = 100;

/** Watches a chain on which nothing is ever taken back. */
export function createObserve({ rpc, quorum, startHeight, heads }: ObserveOptions): Observe {
  return {
    updates: (known, signal) => {
      const localChain = createLocalChain(known, createObservedEvents());
      const read = (head: Cursor): AsyncIterable<ChainUpdate> =>
        readUpTo(head, { rpc, localChain, startHeight, signal });
      return followHeads(heads, read, signal);
    },
    trace: async (txId, signal) => {
      const [result] = await rpc.read([request(txId)], signal);
      const found = readTransaction(result);
      if (found === null || found.state === 'pending')
        throw standardError('UNKNOWN_TRANSACTION', { context: { txId } });
      return found.events;
    },
    // Every block is final at once, so any depth is reached.
    confirm: async (events, signal) => {
      const answers = await rpc.each(
        events.map(({ txId }) => request(txId)),
        signal,
      );
      return events.map((event, index) => {
        const agreeing = answers.filter(
          (replies) =>
            replies !== undefined && tellsOf(event, readResult(replies[index], 'transaction')),
        );
        return agreeing.length >= quorum;
      });
    },
    tip: () => heads.latest(),
  };
}

interface ReadContext {
  readonly rpc: Rpc;
  readonly localChain: LocalChain;
  readonly startHeight: number;
  readonly signal: AbortSignal;
}

async function* readUpTo(
  head: Cursor,
  { rpc, localChain, startHeight, signal }: ReadContext,
): AsyncGenerator<ChainUpdate> {
  for (;;) {
    const tip = localChain.tip();
    const from = tip === undefined ? startHeight : tip.height + 1;
    if (from > head.height) return;
    const params = [from, blocksMax];
    const [result] = await rpc.read([{ method: 'tally_blocks', params }], signal);
    const blocks = readBlocks(result);
    if (tip !== undefined && blocks[0] !== undefined && blocks[0].parent !== tip.hash)
      throw new PortageError('CHAIN_HALTED', {
        message: 'The chain took back a block, which it never does.',
        context: { height: tip.height },
      });
    yield localChain.append(
      blocks.map(cursorOf),
      blocks.flatMap(({ events }) => events),
      head.height,
    );
  }
}

function cursorOf({ height, hash, time }: NodeBlock): Cursor {
  return { height, hash, time };
}

function request(txId: string): { readonly method: string; readonly params: readonly unknown[] } {
  return { method: 'tally_transaction', params: [txId] };
}

/** Whether a node's transaction has exactly this event. */
function tellsOf(event: ChainEvent, result: unknown): boolean {
  const found = readTransaction(result);
  if (found === null || found.state !== 'mined') return false;
  return found.events.some((told) => eventDigest(told) === eventDigest(event));
}
