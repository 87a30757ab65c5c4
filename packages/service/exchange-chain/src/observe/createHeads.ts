import {
  createHeadFeed,
  createTips,
  isOutranked,
  type Endpoint,
  type HeadFeed,
  type Quorum,
  type Rpc,
} from '@portage/chain-kit';
import { answers, calls } from '../endpoint/requests.js';
import type { Announcements } from './createAnnouncements.js';
import { headAt, type Head } from './head.js';
import { paceWakes } from './paceWakes.js';

/** Options of {@link createHeads}. */
export interface HeadsOptions {
  readonly rpc: Rpc;
  readonly quorum: Quorum;
  /** Milliseconds between two questions, by whether a channel announces transactions. */
  readonly pollMs: (isAnnounced: boolean) => number;
  /** Milliseconds between two readings that a channel asks for, beyond the first ones. */
  readonly wakeMs: number;
  /** Listens to a channel that says when to ask at once. Default: there is none. */
  readonly announce?: ((wake: () => void) => Announcements) | undefined;
  readonly timeoutMs: number;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  readonly signal: AbortSignal;
  /** Whether no host is to be asked for now, as another process shares its readings. */
  readonly isLeft?: (() => boolean) | undefined;
}

/** Follows the newest block that a quorum of hosts tells. */
export function createHeads(options: HeadsOptions): HeadFeed<Head> {
  const { rpc, quorum, pollMs, wakeMs, timeoutMs, clock, signal, isLeft, announce } = options;
  const feed = createHeadFeed<Head>(clock);
  const seenAt = (height: number): Head => headAt(height, Math.floor(clock() / 1000));
  let isAnnounced = (): boolean => false;
  const tips = createTips<Head>({
    endpoints: rpc.endpoints,
    quorum,
    clock,
    signal,
    deadlineMs: timeoutMs,
    isLeft,
    pollMs: () => pollMs(isAnnounced()),
    readTip: async (endpoint, stop) => seenAt(await readHeight(endpoint, stop)),
    readAt: async (endpoint, height, stop) =>
      (await readHeight(endpoint, stop)) < height ? undefined : seenAt(height),
    digestOf: ({ hash }) => hash,
    onTip: (head, holders) => {
      if (isOutranked(feed, head.height, clock)) return;
      rpc.prefer(holders);
      feed.publish(head);
    },
  });
  if (announce !== undefined)
    isAnnounced = announce(paceWakes(tips.wake, { everyMs: wakeMs, signal })).live;
  return feed;
}

async function readHeight({ ask }: Endpoint, signal: AbortSignal): Promise<number> {
  const [reply] = await ask([calls.height()], signal);
  return answers.height(reply);
}
