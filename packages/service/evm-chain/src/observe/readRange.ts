import { isPortageError, PortageError } from '@portage/core';
import type { ChainEvent, Cursor } from '@portage/core/chain';
import { readResult, type Ask, type Rpc, type RpcReply, type RpcRequest } from '@portage/chain-kit';
import { cursorOf, readHeader, type Header } from '../rpc/header.js';
import { toQuantity } from '../rpc/parse.js';
import { askEvents } from './askEvents.js';
import type { Contracts } from './logs.js';
import { mostCompleteLogs, tryRead } from './mostCompleteLogs.js';

const spanStart = 2_000;
const spanMax = 20_000;

/** Blocks from a height to the cursor, and our events in them. */
export interface Range {
  /** Parent of the first block: it must be the block that was handed out last. */
  readonly parentHash: string;
  /** The last block. */
  readonly cursor: Cursor;
  readonly events: readonly ChainEvent[];
}

const blockAt = (height: number): RpcRequest => ({
  method: 'eth_getBlockByNumber',
  params: [toQuantity(height), false],
});

/** Reads old blocks in ranges whose length adapts to what the endpoint can answer. */
export interface RangeReader {
  /**
   * A range that starts at `first` and ends at or before `last`. @throws PortageError
   * `RPC_HTTP_ERROR`
   */
  read(first: number, last: number, signal: AbortSignal): Promise<Range>;
}

/**
 * The span halves when every endpoint refuses a range, and grows by half when one answers. Where
 * there are several endpoints all are asked and the longest list is taken, because some cut long
 * answers short without a word.
 */
export function createRangeReader(rpc: Rpc, contracts: Contracts): RangeReader {
  let span = spanStart;

  const readOnce = async (
    ask: Ask,
    first: number,
    last: number,
    signal: AbortSignal,
  ): Promise<Range> => {
    const ranges = [{ fromBlock: toQuantity(first), toBlock: toQuantity(last) }];
    const blocks: RpcReply[] = [];
    // The blocks come with the logs, in one call.
    const askBoth: Ask = async (requests, stop) => {
      if (blocks.length > 0) return await ask(requests, stop);
      const replies = await ask([blockAt(first), blockAt(last), ...requests], stop);
      blocks.push(...replies.slice(0, 2));
      return replies.slice(2);
    };
    const lists = await askEvents(askBoth, { ranges, contracts, signal });
    const start = readHeader(readResult(blocks[0], 'eth_getBlockByNumber'));
    const end = readHeader(readResult(blocks[1], 'eth_getBlockByNumber'));
    if (start.height !== first || end.height !== last) throw strayLogs();
    const check = createCheck(start, end);
    const events = check(lists);
    const others = rpc.endpoints.length > 1 ? rpc.endpoints : [];
    const other = mostCompleteLogs(
      await Promise.all(
        others.map((endpoint) =>
          tryRead(async () => check(await askEvents(endpoint.ask, { ranges, contracts, signal }))),
        ),
      ),
    );
    return {
      parentHash: start.parentHash,
      cursor: cursorOf(end),
      events: other.length > events.length ? other : events,
    };
  };

  return {
    read: async (first, last, signal) => {
      for (;;) {
        try {
          const end = Math.min(last, first + span - 1);
          const range = await rpc.first((ask) => readOnce(ask, first, end, signal), signal);
          span = Math.min(spanMax, Math.ceil(span * 1.5));
          return range;
        } catch (error) {
          if (signal.aborted || !isPortageError(error) || span === 1) throw error;
          span = Math.floor(span / 2);
        }
      }
    },
  };
}

/** Makes the check that events are of a range, from the header of its first block to its last. */
function createCheck(
  start: Header,
  end: Header,
): (lists: readonly (readonly ChainEvent[])[]) => readonly ChainEvent[] {
  const hashAt = new Map([
    [start.height, start.hash],
    [end.height, end.hash],
  ]);
  return ([events = []]) => {
    const stray = events.some(
      (event) =>
        event.height < start.height ||
        event.height > end.height ||
        (hashAt.get(event.height) ?? event.blockHash) !== event.blockHash,
    );
    if (stray) throw strayLogs();
    return events;
  };
}

function strayLogs(): PortageError {
  return new PortageError('RPC_HTTP_ERROR', {
    message: 'A chain endpoint sent logs of other blocks.',
  });
}
