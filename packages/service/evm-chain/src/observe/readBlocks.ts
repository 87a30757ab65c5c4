import { PortageError } from '@portage/core';
import type { ChainEvent } from '@portage/core/chain';
import { type Ask, readResult, type Quorum, type Rpc } from '@portage/chain-kit';
import { readAgreedLogs, type LogsQuestion } from './agreedLogs.js';
import { askEvents } from './askEvents.js';
import { readHeader, type Header } from '../rpc/header.js';
import { toQuantity } from '../rpc/parse.js';
import type { Head } from './createHeads.js';
import type { LogsBloomFilter } from './createLogsBloomFilter.js';
import { mostCompleteLogs, tryRead } from './mostCompleteLogs.js';
import type { Contracts } from './logs.js';

/** The headers from `first` up to the head, each the child of the one before. */
export async function readHeaders(
  first: number,
  head: Head,
  ask: Ask,
  signal: AbortSignal,
): Promise<readonly Header[]> {
  const heights = Array.from({ length: head.height - first }, (_, index) => first + index);
  const replies =
    heights.length === 0
      ? []
      : await ask(
          heights.map((height) => ({
            method: 'eth_getBlockByNumber',
            params: [toQuantity(height), false],
          })),
          signal,
        );
  const headers = [
    ...replies.map((reply) => readHeader(readResult(reply, 'eth_getBlockByNumber'))),
    head,
  ];
  headers.forEach((header, index) => {
    const parent = headers[index - 1];
    if (
      header.height !== first + index ||
      (parent !== undefined && header.parentHash !== parent.hash)
    ) {
      throw new PortageError('RPC_HTTP_ERROR', {
        message: 'The chain changed its mind while it was being read.',
      });
    }
  });
  return headers;
}

/** Endpoints and contracts that blocks are read with. */
export interface BlocksContext {
  readonly rpc: Rpc;
  readonly quorum: Quorum;
  readonly contracts: Contracts;
  readonly mayHoldLogs: LogsBloomFilter;
  readonly signal: AbortSignal;
}

/**
 * Our events in blocks, asked for by block hash so that a reorg in between is an error and never a
 * mix. Several endpoints are compared where more than one must agree. Where one is enough, and a
 * header promises events of which it names none, the others are asked too: one that forgets is
 * found out, and one that invents is found out when the deposit is confirmed.
 */
export async function readEvents(
  chain: BlocksContext,
  headers: readonly Header[],
  ask: Ask,
): Promise<readonly ChainEvent[]> {
  const { quorum, rpc, mayHoldLogs, signal } = chain;
  if (quorum.needed > 1) {
    const read: LogsQuestion['read'] = (each, stop) => askBlocks(chain, headers, each, stop);
    return (await readAgreedLogs({ quorum, blocks: headers.length, read, signal })).flat();
  }
  const found = await askBlocks(chain, headers, ask, signal);
  const others =
    rpc.endpoints.length > 1
      ? headers.filter(
          (header, index) => found[index]?.length === 0 && mayHoldLogs(header.logsBloom),
        )
      : [];
  if (others.length === 0) return found.flat();
  const answers = await Promise.all(
    rpc.endpoints.map((endpoint) => tryRead(() => askBlocks(chain, others, endpoint.ask, signal))),
  );
  const recovered = others.map((_, index) =>
    mostCompleteLogs(answers.map((answer) => answer?.[index])),
  );
  return headers.flatMap(
    (header, index) => recovered[others.indexOf(header)] ?? found[index] ?? [],
  );
}

/** Events of blocks as one endpoint tells them, by block. @throws PortageError `RPC_HTTP_ERROR` */
async function askBlocks(
  { contracts }: Pick<BlocksContext, 'contracts'>,
  headers: readonly Header[],
  ask: Ask,
  signal: AbortSignal,
): Promise<readonly (readonly ChainEvent[])[]> {
  const ranges = headers.map(({ hash }) => ({ blockHash: hash }));
  const lists = await askEvents(ask, { ranges, contracts, signal });
  lists.forEach((events, index) => {
    if (events.some((event) => event.blockHash !== headers[index]?.hash))
      throw new PortageError('RPC_HTTP_ERROR', {
        message: 'A chain endpoint sent logs of another block.',
      });
  });
  return lists;
}
