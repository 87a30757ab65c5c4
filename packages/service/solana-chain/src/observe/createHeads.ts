import {
  checkBlockTime,
  createFinalHeight,
  createHeadFeed,
  createTips,
  isOutranked,
  malformedReply,
  readResult,
  type Endpoint,
  type HeadFeed,
  type Heads as HeadsOf,
  type Quorum,
  type Rpc,
} from '@portage/chain-kit';
import { readHeader, type Header } from '../rpc/header.js';
import { readInteger } from '../rpc/parse.js';
import { blockRequest, slotRequest, type Commitment } from '../rpc/requests.js';

/** The newest block, and the newest slot that the chain calls final. */
export interface Head extends Header {
  /** Slot at or below which nothing changes any more. */
  readonly finalizedSlot: number;
}

/** Follows the newest block of a chain. */
export type Heads = HeadsOf<Head>;

/** Options of {@link createHeads}. */
export interface HeadsOptions {
  readonly rpc: Rpc;
  /** Says which block is the newest, and which slots are final. */
  readonly quorum: Quorum;
  readonly commitment: Commitment;
  readonly pollMs: number;
  readonly timeoutMs: number;
  /** Whether the clock of the chain may be anywhere. */
  readonly devnet: boolean;
  readonly clock: () => number;
  readonly signal: AbortSignal;
  /** Whether no endpoint is to be asked for now, as another process shares its readings. */
  readonly isLeft?: (() => boolean) | undefined;
}

/** Milliseconds between two questions about what is final. */
const finalEveryMs = 500;

/** Follows the newest block that a quorum of endpoints has: one comes every 400 ms. */
export function createHeads(options: HeadsOptions): HeadFeed<Head> {
  const { rpc, quorum, pollMs, timeoutMs, clock, signal, isLeft } = options;
  const feed = createHeadFeed<Head>(clock);
  const final = createFinalHeight({
    quorum,
    ask: readFinalSlot,
    everyMs: finalEveryMs,
    clock,
    signal,
  });
  const onTip = (head: Header, holders: readonly Endpoint[]): void => {
    const refreshed = final.refresh();
    const publish = (): void => {
      if (isOutranked(feed, head.height, clock)) return;
      rpc.prefer(holders);
      feed.publish({ ...head, finalizedSlot: Math.min(final.latest(), head.height) });
    };
    // Without any final slot everything since the start would be read block by block.
    if (final.latest() === 0) void refreshed.then(publish);
    else publish();
  };
  createTips<Header>({
    endpoints: rpc.endpoints,
    quorum,
    clock,
    signal,
    onTip,
    deadlineMs: timeoutMs,
    pollMs: () => pollMs,
    isLeft,
    readTip: (endpoint, stop) => readTip(endpoint, options, stop),
    readAt: (endpoint, slot, stop) => readAt(endpoint, slot, options, stop),
    digestOf: (header) => {
      const { height, hash, parentSlot, parentHash, time } = header;
      return [height, hash, parentSlot, parentHash, time].join('/');
    },
  });
  return feed;
}

async function readFinalSlot({ ask }: Endpoint, signal: AbortSignal): Promise<number> {
  const [reply] = await ask([slotRequest('finalized')], signal);
  return readInteger(readResult(reply, 'getSlot'), 'slot');
}

async function readTip(
  endpoint: Endpoint,
  options: HeadsOptions,
  signal: AbortSignal,
): Promise<Header> {
  const [reply] = await endpoint.ask([slotRequest(options.commitment)], signal);
  const slot = readInteger(readResult(reply, 'getSlot'), 'slot');
  const header = await readAt(endpoint, slot, options, signal);
  if (header === undefined) throw malformedReply('newest block: it is not there yet');
  return header;
}

/** A slot without a block is refused, or told as null. */
async function readAt(
  { ask }: Endpoint,
  slot: number,
  options: HeadsOptions,
  signal: AbortSignal,
): Promise<Header | undefined> {
  const [reply] = await ask([blockRequest(slot, options.commitment)], signal);
  if (reply?.ok !== true || reply.result === null) return undefined;
  return checkBlockTime(readHeader(slot, reply.result), options);
}
