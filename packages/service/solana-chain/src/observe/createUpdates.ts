import type { ChainRollback, ChainUpdate, Cursor, Observe } from '@portage/core/chain';
import {
  checkBlockTimes,
  createLocalChain,
  findAncestor,
  followHeads,
  isObject,
  readList,
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
import { readEvents, readHeaders, readLinkedHeaders, type BlockReadContext } from './readBlocks.js';
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
      if (tip !== undefined && (await ancestorAt(chain, tip.height)).hash !== tip.hash) {
        yield await rollback(chain, head);
        continue;
      }
      yield* catchUp(chain, { first, last, head });
      read = last;
      continue;
    }
    const headers = await readByOne(chain, async (one) => {
      const linked = await readLinkedHeaders(one, first, head);
      checkBlockTimes(linked);
      return linked;
    });
    if (tip !== undefined && headers[0]?.parentHash !== tip.hash) {
      yield await rollback(chain, head);
      continue;
    }
    const listed = await listSignatures(chain, {
      accounts: programsOf(chain),
      first,
      last: head.height,
      commitment: chain.commitment,
    });
    const events = await readByOne(chain, (one) => readEvents(one, listed, headers));
    yield localChain.append(headers.map(cursorOf), events, head.finalizedSlot);
    return;
  }
}

function programsOf({ programs }: FollowContext): readonly string[] {
  return [programs.depository, programs.filler];
}

/** Reads blocks by one endpoint after the other, until one's answers make sense. */
function readByOne<Value>(
  chain: FollowContext,
  read: (chain: BlockReadContext) => Promise<Value>,
): Promise<Value> {
  return chain.rpc.first((ask) => read({ ...chain, ask }), chain.signal);
}

/** Old slots are final: only the blocks that hold something of ours are read, and the last one. */
async function* catchUp(
  chain: FollowContext,
  { first, last, head }: { readonly first: number; readonly last: number; readonly head: Head },
): AsyncGenerator<ChainUpdate> {
  const listed = await listSignatures(chain, {
    accounts: programsOf(chain),
    first,
    last,
    commitment: 'finalized',
  });
  for (let start = 0; start < listed.length;) {
    let end = Math.min(start + chunkSize, listed.length);
    // A block is handed out whole.
    while (end < listed.length && listed[end]?.slot === listed[end - 1]?.slot) end += 1;
    const chunk = listed.slice(start, end);
    const slots = [...new Set(chunk.map(({ slot }) => slot))];
    const [headers, events] = await readByOne(chain, async (one) => {
      const found = await readHeaders(one, slots, 'finalized');
      checkBlockTimes([...found, head]);
      return [found, await readEvents(one, chunk, found)] as const;
    });
    yield chain.localChain.append(headers.slice(-1).map(cursorOf), events, head.finalizedSlot);
    start = end;
  }
  const newest = chain.localChain.tip();
  const [end] = await readByOne(chain, async (one) => {
    const found = await readHeaders(one, await lastBlock(one, first, last), 'finalized');
    checkBlockTimes([...found, head]);
    return found;
  });
  if (end !== undefined && (newest === undefined || end.height > newest.height))
    yield chain.localChain.append([cursorOf(end)], [], head.finalizedSlot);
}

/** The newest slot of a range that holds a block, if any does. */
async function lastBlock(
  { ask, signal }: BlockReadContext,
  first: number,
  last: number,
): Promise<readonly number[]> {
  for (let from = Math.max(first, last - 100); ; from = Math.max(first, from - 10_000)) {
    const [reply] = await ask(
      [{ method: 'getBlocks', params: [from, last, { commitment: 'finalized' }] }],
      signal,
    );
    const newest = readList(readResult(reply, 'getBlocks'), 'list of blocks').at(-1);
    if (typeof newest === 'number') return [newest];
    if (from === first) return [];
  }
}

async function rollback(chain: FollowContext, head: Head): Promise<ChainRollback> {
  return chain.localChain.rollback(await ancestorAt(chain, head.height));
}

function ancestorAt(
  { localChain, quorum, commitment, signal }: FollowContext,
  height: number,
): Promise<Cursor> {
  return findAncestor({ localChain, quorum, readHashes: hashReader(commitment), height, signal });
}

/** A slot that has no block any more is refused: what was there is gone. */
function hashReader(commitment: Commitment): HashReader {
  return async ({ ask }, slots, signal) => {
    const [newest, ...blocks] = await ask(
      [slotRequest(commitment), ...slots.map((slot) => blockRequest(slot, commitment))],
      signal,
    );
    const reached = readInteger(readResult(newest, 'getSlot'), 'slot');
    return slots.map((slot, index) => {
      const block = blocks[index];
      if (reached < slot) return undefined;
      return block?.ok === true && isObject(block.result)
        ? readHeader(slot, block.result).hash
        : 'gone';
    });
  };
}
