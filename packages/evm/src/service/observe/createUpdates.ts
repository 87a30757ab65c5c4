import { isPortageError, PortageError, type ChainAdvance, type ChainEvent, type ChainRollback, type ChainUpdate, type Cursor, type Observe } from '@portage/core';
import { setTimeout as delay } from 'node:timers/promises';
import { type Ask, createMemory, type Memory, type Rpc, type Sightings } from '@portage/rpc';
import { cursorOf } from '../rpc/header.js';
import type { Head, Heads } from './createHeads.js';
import type { MayHold } from './createMayHold.js';
import { findAncestor } from './findAncestor.js';
import type { Contracts } from './logs.js';
import { readEvents, readHeaders } from './readBlocks.js';
import { createRangeReader, type RangeReader } from './readRange.js';
import { splitBlocks } from './splitBlocks.js';

/** Blocks behind the head that are read one by one and linked by their parents; older ones are read in ranges. */
const LINKED_BLOCKS = 64;
const RETRY_MS = 50;
const RETRY_MS_MAX = 2_000;

/** What following a chain needs. */
export interface UpdatesOptions {
  readonly heads: Heads;
  readonly rpc: Rpc;
  readonly contracts: Contracts;
  /** Whether a block may hold events of ours, from its header. */
  readonly mayHold: MayHold;
  readonly startHeight: number;
  /** Where deposits are noted, so that they need not be asked for again. */
  readonly sightings: Sightings;
  /** Height that the chain calls final, from memory. */
  readonly finalizedHeight: () => number;
}

/**
 * Follows a chain: one announcement of a block and one `eth_getLogs` for that very block per step. Every block handed
 * out is the child of the one before; where it is not, the rollback comes first.
 */
export function createUpdates(options: UpdatesOptions): Observe['updates'] {
  return async function* updates(known, signal) {
    const memory = createMemory(known);
    const ranges = createRangeReader(options.rpc, options.contracts);
    let seen: Head | undefined;
    let pause = RETRY_MS;
    for (;;) {
      const head = await options.heads.next(seen, signal);
      if (head === undefined) return;
      try {
        yield* follow({ ...options, ranges, memory, signal }, head);
        seen = head;
        pause = RETRY_MS;
      } catch (error) {
        if (signal.aborted) return;
        if (!isPortageError(error) || error.code === 'CHAIN_HALTED') throw error;
        await delay(pause, undefined, { signal }).catch(() => undefined);
        pause = Math.min(pause * 2, RETRY_MS_MAX);
      }
    }
  };
}

interface Following extends UpdatesOptions {
  readonly memory: Memory;
  readonly ranges: RangeReader;
  readonly signal: AbortSignal;
}

/** Goes from the newest known block to a head. */
async function* follow(chain: Following, head: Head): AsyncGenerator<ChainUpdate> {
  const { memory } = chain;
  const ask = withFallback(head.ask, chain.rpc.ask);
  if (head.height < chain.startHeight) return;
  for (;;) {
    const tip = memory.newest();
    if (tip !== undefined && head.height <= tip.height) {
      const ours = memory.at(head.height);
      // A head that we have passed already, or a node that is behind: nothing new.
      if (ours === undefined || ours.hash === head.hash) return;
      yield await rollback(chain, head, ask);
      continue;
    }
    const first = tip === undefined ? chain.startHeight : tip.height + 1;
    if (head.height - first >= LINKED_BLOCKS) {
      const range = await chain.ranges.read(first, head.height - LINKED_BLOCKS, chain.signal);
      if (tip !== undefined && range.parentHash !== tip.hash) yield await rollback(chain, head, ask);
      else yield advance(chain, [range.cursor], range.events);
      continue;
    }
    const headers = await readHeaders(first, head, ask, chain.signal);
    if (tip !== undefined && headers[0]?.parentHash !== tip.hash) {
      yield await rollback(chain, head, ask);
      continue;
    }
    const events = await readEvents(chain, headers, ask);
    for (const step of splitBlocks(headers.map(cursorOf), events)) yield advance(chain, step.blocks, step.events);
    return;
  }
}

function advance(chain: Following, blocks: readonly Cursor[], events: readonly ChainEvent[]): ChainAdvance {
  const cursor = blocks.at(-1);
  if (cursor === undefined) throw new PortageError('RPC_HTTP_ERROR', { message: 'There are no blocks to go on with.' });
  chain.memory.push(blocks);
  chain.sightings.add(events);
  return { type: 'advance', cursor, blocks, events, finalizedHeight: Math.min(chain.finalizedHeight(), cursor.height) };
}

async function rollback(chain: Following, head: Head, ask: Ask): Promise<ChainRollback> {
  const tip = chain.memory.newest();
  const to = await findAncestor(chain.memory, head.height, ask, chain.signal);
  if (to.hash === tip?.hash) throw new PortageError('RPC_HTTP_ERROR', { message: 'The chain changed its mind while it was being read.' });
  if (to.height < chain.finalizedHeight()) {
    throw new PortageError('CHAIN_HALTED', { message: 'The chain took back blocks that it had called final.', context: { height: to.height } });
  }
  chain.memory.rollback(to);
  chain.sightings.rollback(to.height);
  return { type: 'rollback', to };
}

/** The node that announced a block knows it for certain; should its connection fail, the others are asked. */
function withFallback(first: Ask, second: Ask): Ask {
  if (first === second) return first;
  return (requests, signal) => first(requests, signal).catch(() => second(requests, signal));
}
