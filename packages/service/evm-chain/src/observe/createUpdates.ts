import type { ChainRollback, ChainUpdate, Observe } from '@portage/core/chain';
import {
  confirmReorg,
  createLocalChain,
  followHeads,
  readResult,
  type Ask,
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
import { findAncestor } from './findAncestor.js';
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
  const ask = withFallback(head.ask, chain.rpc.ask);
  if (head.height < chain.startHeight) return;
  for (;;) {
    const tip = localChain.tip();
    if (tip !== undefined && head.height <= tip.height) {
      const ours = localChain.at(head.height);
      // A head that we have passed already, or a node that is behind: nothing new.
      if (ours === undefined || ours.hash === head.hash) return;
      yield await rollback(chain, head, ask);
      continue;
    }
    const first = tip === undefined ? chain.startHeight : tip.height + 1;
    if (head.height - first >= linkedBlocks) {
      const range = await chain.ranges.read(first, head.height - linkedBlocks, chain.signal);
      if (tip !== undefined && range.parentHash !== tip.hash)
        yield await rollback(chain, head, ask);
      else yield chain.localChain.append([range.cursor], range.events, chain.finalizedHeight());
      continue;
    }
    const headers = await readHeaders(first, head, ask, chain.signal);
    if (tip !== undefined && headers[0]?.parentHash !== tip.hash) {
      yield await rollback(chain, head, ask);
      continue;
    }
    const events = await readEvents(chain, headers, ask);
    for (const step of splitBlocks(headers.map(cursorOf), events))
      yield chain.localChain.append(step.blocks, step.events, chain.finalizedHeight());
    return;
  }
}

async function rollback(chain: FollowContext, head: Head, ask: Ask): Promise<ChainRollback> {
  const { localChain, quorum, signal } = chain;
  const [block] = localChain.below(head.height);
  if (block !== undefined) await confirmReorg({ quorum, readHash, block, signal });
  return localChain.rollback(await findAncestor(localChain, head.height, ask, signal));
}

const readHash: HashReader = async ({ ask }, height, signal) => {
  const method = 'eth_getBlockByNumber';
  const [reply] = await ask([{ method, params: [toQuantity(height), false] }], signal);
  const block = readResult(reply, method);
  return block === null ? undefined : readHeader(block).hash;
};

/**
 * The node that announced a block knows it for certain; should its connection fail, the others are
 * asked.
 */
function withFallback(first: Ask, second: Ask): Ask {
  if (first === second) return first;
  return (requests, signal) => first(requests, signal).catch(() => second(requests, signal));
}
