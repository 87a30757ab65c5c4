import { isPortageError, type Observed } from '@portage/core';
import { readResult } from '@portage/chain-kit';
import type { Head, Heads } from '../observe/createHeads.js';
import { readHeaders } from '../observe/readBlocks.js';
import { applyLogs, poolEventTopics } from './applyLogs.js';
import type { PoolState } from './poolState.js';
import { readPools, type PoolPlace } from './readPools.js';

/** As many blocks may be missed before pools are read anew instead of caught up with. */
const gapMax = 64;
/** Heads at which the pools are read in vain before the start gives up. */
const triesMax = 20;

/** Pools as of the newest block that was read. */
export interface PoolFollower {
  /**
   * The states, as of the head that was seen at `observedAt`. The same map as long as nothing
   * changed.
   */
  latest(): Observed<ReadonlyMap<string, PoolState>>;
  /** Calls back at once, and then after each block that was read. */
  listen(listener: (head: Head) => void): void;
}

/** Heads and pools that are followed. */
export interface FollowerOptions {
  readonly heads: Heads;
  readonly multicall3: string;
  readonly places: readonly PoolPlace[];
  readonly clock: () => number;
  readonly signal: AbortSignal;
}

interface Memory {
  readonly pools: ReadonlyMap<string, PoolState>;
  /** The block as of which they are. */
  readonly head: Head;
  readonly observedAt: number;
}

/**
 * Follows pools block by block. Blocks that build on the one that was read last bring their events,
 * asked for by block hash; after anything else, a reorg too, the pools are read anew as of the new
 * head. A head that cannot be read leaves the old state with its age, and the caller that quotes
 * from it decides how old is too old.
 *
 * @throws PortageError `RPC_HTTP_ERROR` when the pools cannot be read at the start
 */
export async function createPoolFollower(options: FollowerOptions): Promise<PoolFollower> {
  const { heads, clock, signal } = options;
  const listeners = new Set<(head: Head) => void>();
  let memory = await readFirst(options);
  void (async () => {
    let seen = memory.head;
    for (;;) {
      const head = await heads.next(seen, signal);
      if (head === undefined) return;
      seen = head;
      const observedAt = clock();
      try {
        memory = { ...(await advance(memory, head, options)), observedAt };
      } catch (error) {
        if (signal.aborted) return;
        if (!isPortageError(error)) throw error;
        continue;
      }
      for (const listener of listeners) listener(head);
    }
  })();
  return {
    latest: () => ({ value: memory.pools, observedAt: memory.observedAt }),
    listen: (listener) => {
      listeners.add(listener);
      listener(memory.head);
    },
  };
}

/**
 * Pools as of the first head at which they can be read: one may be taken back, or be told by an
 * endpoint alone that does not have it.
 */
async function readFirst(options: FollowerOptions): Promise<Memory> {
  const { heads, signal } = options;
  let seen: Head | undefined;
  for (let tries = 1; ; tries += 1) {
    seen = await heads.next(seen, signal);
    if (seen === undefined) throw signal.reason;
    try {
      return await readWhole(seen, options);
    } catch (error) {
      if (signal.aborted || !isPortageError(error) || tries >= triesMax) throw error;
      if (await isKnown(seen, signal)) throw error;
    }
  }
}

/** Whether the node that is asked has the block of a head. */
async function isKnown({ ask, hash }: Head, signal: AbortSignal): Promise<boolean> {
  const [reply] = await ask([{ method: 'eth_getBlockByHash', params: [hash, false] }], signal);
  return reply?.ok === true && reply.result !== null;
}

async function readWhole(
  head: Head,
  { multicall3, places, clock, signal }: FollowerOptions,
): Promise<Memory> {
  const observedAt = clock();
  const pools = await readPools(places, {
    multicall3,
    ask: head.ask,
    blockHash: head.hash,
    signal,
  });
  return { pools: new Map(pools.map((pool) => [pool.address, pool])), head, observedAt };
}

async function advance(memory: Memory, head: Head, options: FollowerOptions): Promise<Memory> {
  if (head.hash === memory.head.hash) return memory;
  const missed = head.height - memory.head.height;
  if (missed < 1 || missed > gapMax) return readWhole(head, options);
  const headers = await readHeaders(memory.head.height + 1, head, head.ask, options.signal);
  if (headers[0]?.parentHash !== memory.head.hash) return readWhole(head, options);
  const address = options.places.map((place) => place.address);
  const replies = await head.ask(
    headers.map(({ hash }) => ({
      method: 'eth_getLogs',
      params: [{ address, topics: poolEventTopics, blockHash: hash }],
    })),
    options.signal,
  );
  const pools = headers.reduce(
    (states, { hash }, index) => applyLogs(states, readResult(replies[index], 'eth_getLogs'), hash),
    memory.pools,
  );
  return { ...memory, pools, head };
}
