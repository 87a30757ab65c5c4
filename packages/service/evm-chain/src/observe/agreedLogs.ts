import { PortageError } from '@portage/core';
import type { ChainEvent } from '@portage/core/chain';
import { eventDigest, type Ask, type Endpoint, type Quorum } from '@portage/chain-kit';

/** Blocks whose events are asked for. */
export interface LogsQuestion {
  readonly quorum: Quorum;
  /** Number of the blocks. */
  readonly blocks: number;
  /** Events that an endpoint tells, block by block. @throws PortageError `RPC_HTTP_ERROR` */
  readonly read: (ask: Ask, signal: AbortSignal) => Promise<readonly (readonly ChainEvent[])[]>;
  readonly signal: AbortSignal;
}

/**
 * Events of blocks as a quorum of endpoints tells them, block by block. Where no quorum agrees, the
 * lists of at least as many endpoints are joined: one that forgets is made up for, and what one
 * invents is held until it is confirmed.
 *
 * @throws PortageError `RPC_HTTP_ERROR` where fewer endpoints than a quorum answer
 */
export async function readAgreedLogs(
  question: LogsQuestion,
): Promise<readonly (readonly ChainEvent[])[]> {
  const { quorum, blocks, read, signal } = question;
  const told = Array.from({ length: blocks }, () => new Map<Endpoint, readonly ChainEvent[]>());
  const ask = async (endpoint: Endpoint, stop: AbortSignal): Promise<readonly string[]> => {
    const lists = await read(endpoint.ask, stop);
    lists.forEach((list, index) => told[index]?.set(endpoint, list));
    return lists.map(digestOf);
  };
  const agreed = await quorum.read({ subject: 'logs', items: blocks, ask }, signal);
  return told.map((answers, index) => {
    const lists = [...answers.values()];
    const found = lists.find((list) => digestOf(list) === agreed[index]);
    if (found !== undefined) return found;
    if (lists.length < quorum.needed)
      throw new PortageError('RPC_HTTP_ERROR', {
        message: 'Too few chain endpoints tell the logs of a block.',
      });
    return joinLists(lists);
  });
}

function digestOf(events: readonly ChainEvent[]): string {
  return events.map(eventDigest).join('\n');
}

/** For each transaction the longest of the lists. */
function joinLists(lists: readonly (readonly ChainEvent[])[]): readonly ChainEvent[] {
  const longest = new Map<string, readonly ChainEvent[]>();
  for (const list of lists) {
    for (const txId of new Set(list.map((event) => event.txId))) {
      const events = list.filter((event) => event.txId === txId);
      if (events.length > (longest.get(txId)?.length ?? 0)) longest.set(txId, events);
    }
  }
  return [...longest.values()].flat();
}
