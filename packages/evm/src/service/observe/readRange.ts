import { isPortageError, PortageError, type ChainEvent, type Cursor } from '@portage/core';
import type { Rpc } from '../rpc/createRpc.js';
import { cursorOf, readHeader } from '../rpc/header.js';
import { readResult, toQuantity } from '../rpc/parse.js';
import { decodeLogs, logFilter, type Contracts } from './logs.js';

const SPAN_START = 2_000;
const SPAN_MAX = 20_000;

/** Blocks from a height to the cursor, and our events in them. */
export interface Range {
  /** Parent of the first block: it must be the block that was handed out last. */
  readonly parentHash: string;
  /** The last block. */
  readonly cursor: Cursor;
  readonly events: readonly ChainEvent[];
}

/** Reads old blocks in ranges whose length adapts to what the endpoint can answer. */
export interface RangeReader {
  /** A range that starts at `first` and ends at or before `last`. @throws PortageError `RPC_HTTP_ERROR` */
  read(first: number, last: number, signal: AbortSignal): Promise<Range>;
}

/** The span halves when an endpoint refuses a range, and grows by half when it answers. */
export function createRangeReader(rpc: Rpc, contracts: Contracts): RangeReader {
  const filter = logFilter(contracts);
  let span = SPAN_START;

  const readOnce = async (first: number, last: number, signal: AbortSignal): Promise<Range> => {
    const replies = await rpc.ask(
      [
        { method: 'eth_getBlockByNumber', params: [toQuantity(first), false] },
        { method: 'eth_getLogs', params: [{ ...filter, fromBlock: toQuantity(first), toBlock: toQuantity(last) }] },
        { method: 'eth_getBlockByNumber', params: [toQuantity(last), false] },
      ],
      signal,
    );
    const start = readHeader(readResult(replies[0], 'eth_getBlockByNumber'));
    const events = decodeLogs(readResult(replies[1], 'eth_getLogs'), contracts);
    const end = readHeader(readResult(replies[2], 'eth_getBlockByNumber'));
    const hashAt = new Map([[start.height, start.hash], [end.height, end.hash]]);
    const stray = events.some((event) => event.height < first || event.height > last || (hashAt.get(event.height) ?? event.blockHash) !== event.blockHash);
    if (start.height !== first || end.height !== last || stray) throw new PortageError('RPC_HTTP_ERROR', { message: 'A chain endpoint sent logs of other blocks.' });
    return { parentHash: start.parentHash, cursor: cursorOf(end), events };
  };

  return {
    read: async (first, last, signal) => {
      for (;;) {
        try {
          const range = await readOnce(first, Math.min(last, first + span - 1), signal);
          span = Math.min(SPAN_MAX, Math.ceil(span * 1.5));
          return range;
        } catch (error) {
          if (signal.aborted || !isPortageError(error) || span === 1) throw error;
          span = Math.floor(span / 2);
        }
      }
    },
  };
}
