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

/**
 * The height that a quorum of endpoints calls final, refreshed on heads at most every two seconds.
 * A chain without the tag stays at 0, which leaves the rule of depth alone.
 */
export function createFinalized(
  quorum: Quorum,
  heads: Heads,
  clock: () => number,
  signal: AbortSignal,
  isLeft: () => boolean = () => false,
): () => number {
  const final = createFinalHeight({ quorum, ask: readFinalHeight, everyMs, clock, signal });
  heads.listen(() => {
    if (!isLeft()) void final.refresh();
  });
  return final.latest;
}

async function readFinalHeight({ ask }: Endpoint, signal: AbortSignal): Promise<number> {
  const method = 'eth_getBlockByNumber';
  const [reply] = await ask([{ method, params: ['finalized', false] }], signal);
  // A chain without the tag is no fault of the endpoint.
  if (reply?.ok === false) return 0;
  const block = readResult(reply, method);
  return block === null ? 0 : readInteger(readObject(block, 'block')['number'], 'final height');
}
