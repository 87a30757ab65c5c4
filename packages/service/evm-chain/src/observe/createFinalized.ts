import { isObject, type Rpc } from '@portage/chain-kit';
import { readInteger } from '../rpc/parse.js';
import type { Heads } from './createHeads.js';

const refreshMs = 2_000;

/**
 * The height that the chain calls final, refreshed on heads at most every two seconds and never
 * going down. A chain without the tag stays at 0, which leaves the rule of depth alone.
 */
export function createFinalized(
  rpc: Rpc,
  heads: Heads,
  clock: () => number,
  signal: AbortSignal,
): () => number {
  let height = 0;
  let askedAt = -Infinity;
  heads.listen(() => {
    if (clock() - askedAt < refreshMs) return;
    askedAt = clock();
    rpc
      .ask([{ method: 'eth_getBlockByNumber', params: ['finalized', false] }], signal)
      .then(
        ([reply]) => {
          if (reply?.ok === true && isObject(reply.result))
            height = Math.max(height, readInteger(reply.result['number'], 'finalized height'));
        },
        // The old height stays true, and the next head asks again.
        () => undefined,
      )
      .catch(() => undefined);
  });
  return () => height;
}
