import {
  checkBlockTime,
  createHeadFeed,
  createTips,
  malformedReply,
  readResult,
  type Ask,
  type Endpoint,
  type HeadFeed,
  type Heads as HeadsOf,
  type Quorum,
  type Rpc,
  type Tips,
} from '@portage/chain-kit';
import { createHeadSocket } from '../rpc/createHeadSocket.js';
import { readHeader, type Header } from '../rpc/header.js';
import { toQuantity } from '../rpc/parse.js';

/**
 * Milliseconds between polls while a websocket tells of blocks: only to notice that it went quiet.
 */
const watchdogMs = 2_000;
/** A head as old as this no longer outranks a lower one that a quorum tells. */
const staleMs = 30_000;
const method = 'eth_getBlockByNumber';

/** The newest block, and where to ask about it. */
export interface Head extends Header {
  /** Reaches a node that has this block. */
  readonly ask: Ask;
}

/** Follows the newest block of a chain. */
export type Heads = HeadsOf<Head>;

/** Endpoints and rhythm of following heads. */
export interface HeadsOptions {
  readonly rpc: Rpc;
  readonly quorum: Quorum;
  readonly wsUrl: string | undefined;
  readonly pollMs: number;
  readonly timeoutMs: number;
  /** Whether the clock of the chain may be anywhere. */
  readonly devnet: boolean;
  readonly clock: () => number;
  readonly signal: AbortSignal;
  /** Whether no endpoint is to be asked for now, as another process shares its readings. */
  readonly isLeft?: (() => boolean) | undefined;
}

/**
 * Follows the newest block that a quorum of endpoints has. A websocket makes them be asked sooner;
 * where one endpoint is enough, its announcement is the head.
 */
export function createHeads(options: HeadsOptions): HeadFeed<Head> {
  const { rpc, quorum, wsUrl, timeoutMs, clock, signal } = options;
  const feed = createHeadFeed<Head>(clock);
  // Heights that the websocket and the poll before told: a websocket that is silent about an older
  // poll's block went quiet.
  let announced = -1;
  let polled = { height: -1, at: -Infinity };

  const onHead = (header: Header, ask: Ask): void => {
    announced = header.height;
    if (quorum.needed > 1) tips.hurry(header.height);
    else feed.publish({ ...header, ask });
  };
  const socket =
    wsUrl === undefined ? undefined : createHeadSocket({ url: wsUrl, timeoutMs, signal, onHead });

  const onTip = (header: Header, holders: readonly Endpoint[]): void => {
    const live = socket?.live() === true;
    const now = clock();
    if (live && announced < polled.height && now - polled.at >= watchdogMs) {
      socket.reconnect();
      polled = { height: -1, at: now };
    } else if (header.height > polled.height) polled = { height: header.height, at: now };
    const known = feed.latest();
    const isNews =
      known === undefined ||
      header.height > known.value.height ||
      (header.height === known.value.height && !live);
    // An endpoint that has the head later than others is preferred again from then on.
    if (known?.value.hash === header.hash) rpc.prefer(holders);
    if (!isNews && now - known.observedAt <= staleMs) return;
    rpc.prefer(holders);
    feed.publish({ ...header, ask: rpc.ask });
  };
  const tips = openTips(options, () => (socket?.live() === true ? watchdogMs : undefined), onTip);
  return feed;
}

function openTips(
  options: HeadsOptions,
  slowerMs: () => number | undefined,
  onTip: (header: Header, holders: readonly Endpoint[]) => void,
): Tips {
  const { rpc, quorum, pollMs, timeoutMs, clock, signal, isLeft } = options;
  const read = async (
    { ask }: Endpoint,
    tag: string,
    stop: AbortSignal,
  ): Promise<Header | undefined> => {
    const [reply] = await ask([{ method, params: [tag, false] }], stop);
    const block = readResult(reply, method);
    return block === null ? undefined : checkBlockTime(readHeader(block), options);
  };
  return createTips<Header>({
    endpoints: rpc.endpoints,
    quorum,
    clock,
    signal,
    onTip,
    deadlineMs: timeoutMs,
    pollMs: () => slowerMs() ?? pollMs,
    isLeft,
    readTip: async (endpoint, stop) => {
      const header = await read(endpoint, 'latest', stop);
      if (header === undefined) throw malformedReply('newest block');
      return header;
    },
    readAt: (endpoint, height, stop) => read(endpoint, toQuantity(height), stop),
    digestOf: ({ height, hash, parentHash, time }) => [height, hash, parentHash, time].join('/'),
  });
}
