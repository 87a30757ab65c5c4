import { isPortageError, PortageError } from '@portage/core';
import type { ChainEvent, Cursor } from '@portage/core/chain';
import { readResult, type Ask, type Rpc, type RpcRequest } from '@portage/chain-kit';
import { cursorOf, readHeader } from '../rpc/header.js';
import { toQuantity } from '../rpc/parse.js';
import { mostCompleteLogs } from './mostCompleteLogs.js';
import { decodeLogs, logFilter, type Contracts } from './logs.js';

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
  const filter = logFilter(contracts);
  let span = spanStart;

  const readOnce = async (
    ask: Ask,
    first: number,
    last: number,
    signal: AbortSignal,
  ): Promise<Range> => {
    const request = {
      method: 'eth_getLogs',
      params: [{ ...filter, fromBlock: toQuantity(first), toBlock: toQuantity(last) }],
    };
    const blockAt = (height: number): RpcRequest => ({
      method: 'eth_getBlockByNumber',
      params: [toQuantity(height), false],
    });
    const replies = await ask([blockAt(first), request, blockAt(last)], signal);
    const start = readHeader(readResult(replies[0], 'eth_getBlockByNumber'));
    const end = readHeader(readResult(replies[2], 'eth_getBlockByNumber'));
    if (start.height !== first || end.height !== last) throw strayLogs();
    const hashAt = new Map([
      [first, start.hash],
      [last, end.hash],
    ]);
    const decode = (logs: unknown): readonly ChainEvent[] => {
      const events = decodeLogs(logs, contracts);
      const stray = events.some(
        (event) =>
          event.height < first ||
          event.height > last ||
          (hashAt.get(event.height) ?? event.blockHash) !== event.blockHash,
      );
      if (stray) throw strayLogs();
      return events;
    };
    const events = decode(readResult(replies[1], 'eth_getLogs'));
    const others = rpc.endpoints.length > 1 ? await rpc.each([request], signal) : [];
    const other = mostCompleteLogs(
      others.map((answer) => answer?.[0]),
      decode,
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

function strayLogs(): PortageError {
  return new PortageError('RPC_HTTP_ERROR', {
    message: 'A chain endpoint sent logs of other blocks.',
  });
}
