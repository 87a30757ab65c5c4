import { PortageError, standardError } from '@portage/core';
import type { ChainEvent, ChainUpdate, Cursor, Observe } from '@portage/core/chain';
import type { Rpc } from '../endpoint/createRpc.js';
import { readResult } from '../endpoint/parse.js';
import type { Heads } from '../follow/createHeadFeed.js';
import { createLocalChain, type LocalChain } from '../follow/createLocalChain.js';
import { createObservedEvents, eventDigest } from '../follow/createObservedEvents.js';
import { followHeads } from '../follow/followHeads.js';
import { askNode, readAnswer } from './askNode.js';
import type { InstantNode, NodeBlock, NodeTransaction } from './instantFamily.js';

/** Options of {@link createInstantObserve}. */
export interface InstantObserveOptions {
  readonly rpc: Rpc;
  readonly node: InstantNode;
  /** Nodes that must agree before money is spent. */
  readonly quorum: number;
  readonly startHeight: number;
  readonly heads: Heads<Cursor>;
}

/** Watches a chain that takes no block back; one that does is halted. */
export function createInstantObserve(options: InstantObserveOptions): Observe {
  const { rpc, node, quorum, heads } = options;
  return {
    updates: (known, signal) => {
      const localChain = createLocalChain(known, createObservedEvents());
      return followHeads(heads, (head) => readUpTo(head, options, { localChain, signal }), signal);
    },
    trace: async (txId, signal) => {
      const found = await askNode(rpc, node.transaction(txId), signal);
      if (found === null || found.state === 'pending')
        throw standardError('UNKNOWN_TRANSACTION', { context: { txId } });
      return found.events;
    },
    // What is in a block stays there, so any depth is reached.
    confirm: async (events, signal) => {
      const questions = events.map(({ txId }) => node.transaction(txId));
      const answers = await rpc.each(questions, signal);
      return events.map((event, index) => {
        const question = node.transaction(event.txId);
        const agreeing = answers.filter(
          (replies) =>
            replies !== undefined &&
            tellsOf(event, () => readAnswer(question, readResult(replies[index], question.method))),
        );
        return agreeing.length >= quorum;
      });
    },
    tip: () => heads.latest(),
  };
}

async function* readUpTo(
  head: Cursor,
  { rpc, node, startHeight }: InstantObserveOptions,
  { localChain, signal }: { readonly localChain: LocalChain; readonly signal: AbortSignal },
): AsyncGenerator<ChainUpdate> {
  for (;;) {
    const tip = localChain.tip();
    const from = tip === undefined ? startHeight : tip.height + 1;
    if (from > head.height) return;
    const blocks = await askNode(rpc, node.blocks(from), signal);
    checkSequence(blocks, from, tip);
    yield localChain.append(
      blocks.map(({ height, hash, time }) => ({ height, hash, time })),
      blocks.flatMap(({ events }) => events),
      head.height,
    );
  }
}

/** Refuses blocks that leave one out, and a chain that took back what was handed out. */
function checkSequence(blocks: readonly NodeBlock[], from: number, tip: Cursor | undefined): void {
  let parent = tip;
  for (const [index, block] of blocks.entries()) {
    if (block.height !== from + index)
      throw new PortageError('RPC_HTTP_ERROR', {
        message: `A node left out block ${String(from + index)}.`,
      });
    if (parent !== undefined && block.parent !== parent.hash)
      throw new PortageError('CHAIN_HALTED', {
        message: 'The chain took back a block, which it never does.',
        context: { height: parent.height },
      });
    parent = block;
  }
}

/** Whether a node's transaction has exactly this event; an answer without sense never agrees. */
function tellsOf(event: ChainEvent, read: () => NodeTransaction): boolean {
  try {
    const found = read();
    return (
      found?.state === 'mined' &&
      found.events.some((told) => eventDigest(told) === eventDigest(event))
    );
  } catch {
    return false;
  }
}
