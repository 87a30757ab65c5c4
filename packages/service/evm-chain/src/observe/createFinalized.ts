import {
  createFinalHeight,
  type Endpoint,
  readObject,
  readResult,
  type Quorum,
} from '@portage/chain-kit';
import { readInteger } from '../rpc/parse.js';
import { taggedRequest, type BlockTag } from '../rpc/taggedRequest.js';
import type { Heads } from './createHeads.js';

const everyMs = 2_000;
/** Milliseconds between two questions at most, where the height moves seldom. */
const everyMsMax = 12_000;

/** Which height is followed, and until when. */
export interface FinalizedOptions {
  /** Whether another process receives heads in our place. */
  readonly isLeft: () => boolean;
  readonly tag: BlockTag;
  /** Whether it is asked for at one pace: heights of a devnet move when a test wants it. */
  readonly devnet: boolean;
}

/**
 * The height that a quorum of endpoints calls final, or safe, refreshed on heads at most every two
 * seconds, and less often where it moves seldom. An endpoint that does not know the tag has no
 * vote, and is not asked for it. A chain without the tag stays at 0, which leaves the rule of depth
 * alone.
 */
export function createFinalized(
  quorum: Quorum,
  heads: Heads,
  clock: () => number,
  signal: AbortSignal,
  { isLeft, tag, devnet }: FinalizedOptions,
): () => number {
  const ask = (endpoint: Endpoint, stop: AbortSignal): Promise<number | undefined> =>
    readTagged(endpoint, tag, stop);
  const final = createFinalHeight({
    quorum,
    ask,
    everyMs,
    everyMsMax: devnet ? everyMs : everyMsMax,
    clock,
    signal,
  });
  heads.listen(() => {
    if (!isLeft()) void final.refresh();
  });
  return final.latest;
}

/** Height that one endpoint tells; undefined of one that does not know the tag. */
async function readTagged(
  { ask, lacks }: Endpoint,
  tag: BlockTag,
  signal: AbortSignal,
): Promise<number | undefined> {
  if (lacks?.(tag) === true) return undefined;
  const request = taggedRequest(tag);
  const [reply] = await ask([request], signal);
  // A chain without the tag is no fault of the endpoint.
  if (reply?.ok === false) return undefined;
  const block = readResult(reply, request.method);
  return block === null
    ? undefined
    : readInteger(readObject(block, 'block')['number'], `${tag} height`);
}
