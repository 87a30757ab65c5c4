import type { ChainRollback, ChainUpdate, Observe } from '@portage/core/chain';
import {
  confirmReorg,
  createLocalChain,
  followHeads,
  isObject,
  readResult,
  type HashReader,
  type LocalChain,
  type Quorum,
  type Rpc,
  type ObservedEvents,
} from '@portage/chain-kit';
import { cursorOf, readHeader } from '../rpc/header.js';
import { readInteger } from '../rpc/parse.js';
import { blockRequest, slotRequest, type Commitment } from '../rpc/requests.js';
import type { Head, Heads } from './createHeads.js';
import { findAncestor } from './findAncestor.js';
import { readEvents, readHeaders, readLinkedHeaders } from './readBlocks.js';
import { listSignatures } from './listSignatures.js';
import type { Programs } from './readInvocation.js';

/**
 * Slots behind the head that are read one by one and linked by their parents; older ones are final
 * and read in one go.
 */
const linkedSlots = 150;
/** Transactions that are handed out in one step while catching up. */
const chunkSize = 500;

/** Options of {@link createUpdates}. */
export interface UpdatesOptions {
  readonly heads: Heads;
  readonly rpc: Rpc;
  /** Says whether blocks are taken back. */
  readonly quorum: Quorum;
  readonly programs: Programs;
  readonly commitment: Commitment;
  readonly startHeight: number;
  /** Receives the deposits that were read, so that they need not be asked for again. */
  readonly observedEvents: ObservedEvents;
}

/**
 * Follows a chain slot by slot. Every block that is handed out names the one before as its parent;
 * where it does not, the rollback comes first.
 */
export function createUpdates(options: UpdatesOptions): Observe['updates'] {
  return (known, signal) => {
    const localChain = createLocalChain(known, options.observedEvents);
    return followHeads(
      options.heads,
      (head) => follow({ ...options, localChain, signal }, head),
      signal,
    );
  };
}

interface FollowContext extends UpdatesOptions {
  readonly localChain: LocalChain;
  readonly signal: AbortSignal;
}

/** Goes from the newest known block to a head. */
async function* follow(chain: FollowContext, head: Head): AsyncGenerator<ChainUpdate> {
  const { localChain } = chain;
  if (head.height < chain.startHeight) return;
  for (let read = chain.startHeight - 1; ;) {
    const tip = localChain.tip();
    if (tip !== undefined && head.height <= tip.height) {
      const ours = localChain.at(head.height);
      // A head that we have passed already, or a node that is behind: nothing new.
      if (ours === undefined || ours.hash === head.hash) return;
      yield await rollback(chain, head);
      continue;
    }
    const first = Math.max(read, tip?.height ?? -1) + 1;
    const last = Math.min(head.finalizedSlot, head.height - linkedSlots);
    if (last > first) {
      if (
        tip !== undefined &&
        (
          await findAncestor(
            localChain,
            chain.rpc,
            { slot: tip.height, commitment: chain.commitment },
            chain.signal,
          )
        ).hash !== tip.hash
      ) {
        yield await rollback(chain, head);
        continue;
      }
      yield* catchUp(chain, { first, last, head });
      read = last;
      continue;
    }
    const headers = await readLinkedHeaders(chain, first, head);
    if (tip !== undefined && headers[0]?.parentHash !== tip.hash) {
      yield await rollback(chain, head);
      continue;
    }
    const listed = await listSignatures(
      chain.rpc,
      [chain.programs.depository, chain.programs.filler],
      { first, last: head.height },
      chain.commitment,
      chain.signal,
    );
    const events = await readEvents(chain, listed, headers);
    yield localChain.append(headers.map(cursorOf), events, head.finalizedSlot);
    return;
  }
}

/** Old slots are final: only the blocks that hold something of ours are read, and the last one. */
async function* catchUp(
  chain: FollowContext,
  { first, last, head }: { readonly first: number; readonly last: number; readonly head: Head },
): AsyncGenerator<ChainUpdate> {
  const listed = await listSignatures(
    chain.rpc,
    [chain.programs.depository, chain.programs.filler],
    { first, last },
    'finalized',
    chain.signal,
  );
  for (let start = 0; start < listed.length;) {
    let end = Math.min(start + chunkSize, listed.length);
    // A block is handed out whole.
    while (end < listed.length && listed[end]?.slot === listed[end - 1]?.slot) end += 1;
    const chunk = listed.slice(start, end);
    const headers = await readHeaders(
      chain,
      [...new Set(chunk.map(({ slot }) => slot))],
      'finalized',
    );
    yield chain.localChain.append(
      headers.slice(-1).map(cursorOf),
      await readEvents(chain, chunk, headers),
      head.finalizedSlot,
    );
    start = end;
  }
  const newest = chain.localChain.tip();
  const [end] = await readHeaders(chain, await lastBlock(chain, first, last), 'finalized');
  if (end !== undefined && (newest === undefined || end.height > newest.height))
    yield chain.localChain.append([cursorOf(end)], [], head.finalizedSlot);
}

/** The newest slot of a range that holds a block, if any does. */
async function lastBlock(
  { rpc, signal }: FollowContext,
  first: number,
  last: number,
): Promise<readonly number[]> {
  for (let from = Math.max(first, last - 100); ; from = Math.max(first, from - 10_000)) {
    const [slots] = await rpc.read(
      [{ method: 'getBlocks', params: [from, last, { commitment: 'finalized' }] }],
      signal,
    );
    const newest: unknown = Array.isArray(slots) ? slots.at(-1) : undefined;
    if (typeof newest === 'number') return [newest];
    if (from === first) return [];
  }
}

async function rollback(chain: FollowContext, head: Head): Promise<ChainRollback> {
  const { localChain, rpc, quorum, commitment, signal } = chain;
  const [block] = localChain.below(head.height);
  if (block !== undefined)
    await confirmReorg({ quorum, readHash: hashReader(commitment), block, signal });
  const ancestor = await findAncestor(localChain, rpc, { slot: head.height, commitment }, signal);
  return localChain.rollback(ancestor);
}

/** A slot that has no block any more is refused: what was there is gone. */
function hashReader(commitment: Commitment): HashReader {
  return async ({ ask }, slot, signal) => {
    const [newest, block] = await ask(
      [slotRequest(commitment), blockRequest(slot, commitment)],
      signal,
    );
    if (readInteger(readResult(newest, 'getSlot'), 'slot') < slot) return undefined;
    return block?.ok === true && isObject(block.result)
      ? readHeader(slot, block.result).hash
      : 'gone';
  };
}
