import {
  createFinalHeight,
  type Endpoint,
  readObject,
  readResult,
  type Quorum,
} from '@portage/chain-kit';
import { readInteger } from '../rpc/parse.js';
import type { Heads } from './createHeads.js';

const everyMs = 2_000;
/** Milliseconds between two questions at most, where the height moves seldom. */
const everyMsMax = 12_000;

/** A word that a chain gives for its blocks. */
export type BlockTag = 'safe' | 'finalized';

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
 * seconds, and less often where it moves seldom. A chain without the tag stays at 0, which leaves
 * the rule of depth alone.
 */
export function createFinalized(
  quorum: Quorum,
  heads: Heads,
  clock: () => number,
  signal: AbortSignal,
  { isLeft, tag, devnet }: FinalizedOptions,
): () => number {
  const ask = (endpoint: Endpoint, stop: AbortSignal): Promise<number> =>
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

async function readTagged({ ask }: Endpoint, tag: BlockTag, signal: AbortSignal): Promise<number> {
  const method = 'eth_getBlockByNumber';
  const [reply] = await ask([{ method, params: [tag, false] }], signal);
  // A chain without the tag is no fault of the endpoint.
  if (reply?.ok === false) return 0;
  const block = readResult(reply, method);
  return block === null ? 0 : readInteger(readObject(block, 'block')['number'], `${tag} height`);
}
