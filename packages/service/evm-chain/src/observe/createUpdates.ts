import type {
  ChainAdvance,
  ChainEvent,
  ChainRollback,
  ChainUpdate,
  Cursor,
  Observe,
} from '@portage/core/chain';
import { isPortageError } from '@portage/core';
import {
  checkBlockTimes,
  createLocalChain,
  findAncestor,
  followHeads,
  malformedReply,
  readResult,
  type Endpoint,
  type HashReader,
  type LocalChain,
  type Quorum,
  type Rpc,
  type ObservedEvents,
} from '@portage/chain-kit';
import { cursorOf, readHeader } from '../rpc/header.js';
import { toQuantity } from '../rpc/parse.js';
import type { Head, Heads } from './createHeads.js';
import type { LogsBloomFilter } from './createLogsBloomFilter.js';
import type { Contracts } from './logs.js';
import { readEvents, readHeaders } from './readBlocks.js';
import { createRangeReader, type RangeReader } from './readRange.js';
import { splitBlocks } from './splitBlocks.js';

/**
 * Blocks behind the head that are read one by one and linked by their parents; older ones are read
 * in ranges.
 */
const linkedBlocks = 64;

/** Endpoints, contracts and memory of following a chain. */
export interface UpdatesOptions {
  readonly heads: Heads;
  readonly rpc: Rpc;
  /** Says whether blocks are taken back. */
  readonly quorum: Quorum;
  readonly contracts: Contracts;
  /** Whether a block may hold events of ours, from its header. */
  readonly mayHoldLogs: LogsBloomFilter;
  readonly startHeight: number;
  /** Deposits seen so far, which need not be asked for again. */
  readonly observedEvents: ObservedEvents;
  /** Height that the chain calls final, from memory. */
  readonly finalizedHeight: () => number;
  /** Height that the chain calls safe, from memory; absent where no deposit waits for that. */
  readonly safeHeight?: (() => number) | undefined;
}

/**
 * Follows a chain: one announcement of a block and one `eth_getLogs` for that very block per step.
 * Every block handed out is the child of the one before; where it is not, the rollback comes first.
 */
export function createUpdates(options: UpdatesOptions): Observe['updates'] {
  return (known, signal) => {
    const localChain = createLocalChain(known, options.observedEvents);
    const ranges = createRangeReader(options.rpc, options.contracts);
    return followHeads(
      options.heads,
      (head) => follow({ ...options, ranges, localChain, signal }, head),
      signal,
    );
  };
}

interface FollowContext extends UpdatesOptions {
  readonly localChain: LocalChain;
  readonly ranges: RangeReader;
  readonly signal: AbortSignal;
}

/** Goes from the newest known block to a head. */
async function* follow(chain: FollowContext, head: Head): AsyncGenerator<ChainUpdate> {
  const { localChain } = chain;
  const read = readFrom(chain, head);
  if (head.height < chain.startHeight) return;
  for (;;) {
    const tip = localChain.tip();
    if (tip !== undefined && head.height <= tip.height) {
      const ours = localChain.at(head.height);
      // A head that we have passed already, or a node that is behind: nothing new.
      if (ours === undefined || ours.hash === head.hash) return;
      yield await rollback(chain, head);
      continue;
    }
    const first = tip === undefined ? chain.startHeight : tip.height + 1;
    if (head.height - first >= linkedBlocks) {
      const range = await chain.ranges.read(first, head.height - linkedBlocks, chain.signal);
      checkBlockTimes([...(tip === undefined ? [] : [tip]), range.cursor, head]);
      await confirmCursor(chain, range.cursor);
      if (tip !== undefined && range.parentHash !== tip.hash) yield await rollback(chain, head);
      else yield advance(chain, [range.cursor], range.events);
      continue;
    }
    const headers = await read(async (ask) => {
      const linked = await readHeaders(first, head, ask, chain.signal);
      checkBlockTimes(linked);
      return linked;
    });
    if (tip !== undefined && headers[0]?.parentHash !== tip.hash) {
      yield await rollback(chain, head);
      continue;
    }
    const events = await read((ask) => readEvents(chain, headers, ask));
    for (const step of splitBlocks(headers.map(cursorOf), events))
      yield advance(chain, step.blocks, step.events);
    return;
  }
}

/** Adds blocks, with the heights that the chain gives its word for. */
function advance(
  { localChain, finalizedHeight, safeHeight }: FollowContext,
  blocks: readonly Cursor[],
  events: readonly ChainEvent[],
): ChainAdvance {
  const step = localChain.append(blocks, events, finalizedHeight());
  return safeHeight === undefined
    ? step
    : { ...step, safeHeight: Math.min(safeHeight(), step.cursor.height) };
}

async function rollback(
  { localChain, quorum, signal }: FollowContext,
  head: Head,
): Promise<ChainRollback> {
  const { height } = head;
  return localChain.rollback(
    await findAncestor({ localChain, quorum, readHashes, height, signal }),
  );
}

/** Makes sure that a quorum has the last block of a range. @throws PortageError `RPC_HTTP_ERROR` */
async function confirmCursor({ quorum, signal }: FollowContext, cursor: Cursor): Promise<void> {
  if (quorum.needed === 1) return;
  const method = 'eth_getBlockByNumber';
  const ask = async (endpoint: Endpoint, stop: AbortSignal): Promise<readonly string[]> => {
    const params = [toQuantity(cursor.height), false];
    const [reply] = await endpoint.ask([{ method, params }], stop);
    const { hash, time } = readHeader(readResult(reply, method));
    return [`${hash}/${String(time)}`];
  };
  const [told] = await quorum.read({ subject: 'block', items: 1, ask }, signal);
  if (told !== `${cursor.hash}/${String(cursor.time)}`)
    throw malformedReply('block: no quorum has it');
}

const readHashes: HashReader = async ({ ask }, heights, signal) => {
  const method = 'eth_getBlockByNumber';
  const replies = await ask(
    heights.map((height) => ({ method, params: [toQuantity(height), false] })),
    signal,
  );
  return replies.map((reply) => {
    const block = readResult(reply, method);
    return block === null ? undefined : readHeader(block).hash;
  });
};

/**
 * The node that announced a block knows it for certain; should it fail, the others are asked, one
 * after the other, until one's answers make sense.
 */
function readFrom({ rpc, signal }: FollowContext, head: Head): Rpc['first'] {
  if (head.ask === rpc.ask) return (read) => rpc.first(read, signal);
  return (read) =>
    read(head.ask).catch((error: unknown) => {
      if (!isPortageError(error)) throw error;
      return rpc.first(read, signal);
    });
}
