import { PortageError } from '@portage/core';
import type { ChainEvent } from '@portage/core/chain';
import { type Ask, readResult, type Quorum, type Rpc } from '@portage/chain-kit';
import { readAgreedLogs } from './agreedLogs.js';
import { readHeader, type Header } from '../rpc/header.js';
import { toQuantity } from '../rpc/parse.js';
import type { Head } from './createHeads.js';
import type { LogsBloomFilter } from './createLogsBloomFilter.js';
import { mostCompleteLogs } from './mostCompleteLogs.js';
import { decodeLogs, logFilter, type Contracts } from './logs.js';

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
  const requests = headers.map((header) => logRequest(header, chain.contracts));
  const { quorum, contracts, signal } = chain;
  if (quorum.needed > 1) {
    const decode = (logs: unknown, index: number): readonly ChainEvent[] => {
      const header = headers[index];
      return header === undefined ? [] : decodeBlock(header, logs, contracts);
    };
    return (await readAgreedLogs({ quorum, requests, decode, signal })).flat();
  }
  const replies = await ask(requests, chain.signal);
  const found = headers.map((header, index) =>
    decodeBlock(header, readResult(replies[index], 'eth_getLogs'), chain.contracts),
  );
  const others =
    chain.rpc.endpoints.length > 1
      ? headers.filter(
          (header, index) => found[index]?.length === 0 && chain.mayHoldLogs(header.logsBloom),
        )
      : [];
  if (others.length === 0) return found.flat();
  const answers = await chain.rpc.each(
    others.map((header) => logRequest(header, chain.contracts)),
    chain.signal,
  );
  const recovered = others.map((header, index) =>
    mostCompleteLogs(
      answers.map((answer) => answer?.[index]),
      (logs) => decodeBlock(header, logs, chain.contracts),
    ),
  );
  return headers.flatMap(
    (header, index) => recovered[others.indexOf(header)] ?? found[index] ?? [],
  );
}

function logRequest(
  header: Header,
  contracts: Contracts,
): { readonly method: string; readonly params: readonly unknown[] } {
  return { method: 'eth_getLogs', params: [{ ...logFilter(contracts), blockHash: header.hash }] };
}

function decodeBlock(header: Header, logs: unknown, contracts: Contracts): readonly ChainEvent[] {
  const events = decodeLogs(logs, contracts);
  if (events.some((event) => event.blockHash !== header.hash))
    throw new PortageError('RPC_HTTP_ERROR', {
      message: 'A chain endpoint sent logs of another block.',
    });
  return events;
}
