import {
  createHeadFeed,
  createTips,
  isOutranked,
  malformedReply,
  readObject,
  readResult,
  type Ask,
  type Endpoint,
  type HeadFeed,
  type Heads as HeadsOf,
  type Quorum,
  type Rpc,
} from '@portage/chain-kit';
import type { BitcoinNetwork } from '@portage/bitcoin/codec';
import { readHeader, type Header } from '../rpc/header.js';
import type { Tip } from './createTip.js';
import { readBytes, readHash, readInteger } from '../rpc/parse.js';
import { hashRequest, headerRequest, tipRequest } from '../rpc/requests.js';

/** Follows the newest block of a chain. */
export type Heads = HeadsOf<Header>;

/** Options of {@link createHeads}. */
export interface HeadsOptions {
  readonly rpc: Rpc;
  /** Says which block is the newest. */
  readonly quorum: Quorum;
  readonly network: BitcoinNetwork;
  readonly pollMs: number;
  readonly timeoutMs: number;
  /** Receives the newest block each time that a quorum tells it. */
  readonly tip: Pick<Tip<Header>, 'tell'>;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  readonly signal: AbortSignal;
  /** Whether no endpoint is to be asked for now, as another process shares its readings. */
  readonly isLeft?: (() => boolean) | undefined;
}

/**
 * Follows the newest block that a quorum of endpoints has. The times of blocks are not held against
 * our clock: miners may set them two hours ahead, and before those of earlier blocks.
 */
export function createHeads(options: HeadsOptions): HeadFeed<Header> {
  const { rpc, quorum, network, pollMs, timeoutMs, tip, clock, signal, isLeft } = options;
  const feed = createHeadFeed<Header>(clock);
  createTips<Header>({
    endpoints: rpc.endpoints,
    quorum,
    clock,
    signal,
    deadlineMs: timeoutMs,
    isLeft,
    pollMs: () => pollMs,
    readTip: ({ ask }, stop) => readTip(ask, network, stop),
    readAt: (endpoint, height, stop) => readAt(endpoint, height, network, stop),
    // The hash stands for everything else in a header.
    digestOf: ({ height, hash }) => `${String(height)}/${hash}`,
    onTip: (head, holders) => {
      if (isOutranked(feed, head.height, clock)) return;
      rpc.prefer(holders);
      tip.tell(head, clock());
      feed.publish(head);
    },
  });
  return feed;
}

async function readTip(ask: Ask, network: BitcoinNetwork, signal: AbortSignal): Promise<Header> {
  const [reply] = await ask([tipRequest], signal);
  const info = readObject(readResult(reply, tipRequest.method), 'state of the chain');
  const place = {
    height: readInteger(info['blocks'], 'height'),
    hash: readHash(info['bestblockhash'], 'hash'),
  };
  const [header] = await readPlaced(ask, [place], network, signal);
  if (header === undefined) throw malformedReply('newest block');
  return header;
}

/** Height and id of a block. */
interface Place {
  readonly height: number;
  readonly hash: string;
}

/** Headers of blocks by their ids. @throws PortageError `RPC_HTTP_ERROR` */
export async function readPlaced(
  ask: Ask,
  places: readonly Place[],
  network: BitcoinNetwork,
  signal: AbortSignal,
): Promise<readonly Header[]> {
  if (places.length === 0) return [];
  const replies = await ask(
    places.map(({ hash }) => headerRequest(hash)),
    signal,
  );
  return places.map(({ height, hash }, index) => {
    const bytes = readBytes(readResult(replies[index], 'getblockheader'), 'header');
    const header = readHeader(height, bytes, network);
    if (header.hash !== hash) throw malformedReply('header: it is of another block');
    return header;
  });
}

/** A height above the newest block is refused. */
async function readAt(
  { ask }: Endpoint,
  height: number,
  network: BitcoinNetwork,
  signal: AbortSignal,
): Promise<Header | undefined> {
  const [reply] = await ask([hashRequest(height)], signal);
  if (reply?.ok !== true) return undefined;
  const hash = readHash(reply.result, 'hash');
  return (await readPlaced(ask, [{ height, hash }], network, signal))[0];
}
