import type { Chain } from '@portage/core/chain';
import type { Queryable } from '@portage/database';
import { readRaisedDepth, tripBreaker } from '../transactions/breakers/breakers.js';

/**
 * Confirmations that deposits need after a reorg of a depth; undefined where it was far from what
 * the least valuable of them need, or where one block is enough: there nothing is deeper than what
 * was paid, and what was lost halts the chain. Pure.
 */
function depthAfter({ finality }: Pick<Chain, 'finality'>, depth: number): number | undefined {
  const least = finality.confirmations(0n);
  return typeof least !== 'number' || least < 2 || 2 * depth < least ? undefined : 2 * depth + 1;
}

/**
 * Raises the confirmations of every deposit of a chain that was taken back by half of what the
 * least valuable deposit needs, or more, until an operator has looked. Answers with what they are
 * raised to, where that is more than before.
 */
export async function raiseDepth(
  database: Queryable,
  chain: Pick<Chain, 'id' | 'finality'>,
  depth: number,
): Promise<number | undefined> {
  const raised = depthAfter(chain, depth);
  if (raised === undefined) return undefined;
  const reason = `A reorg of ${String(depth)} blocks came near the depth that deposits need.`;
  const trip = { chainId: chain.id, kind: 'depth', reason, depth: raised } as const;
  return (await tripBreaker(database, trip)) ? raised : readRaisedDepth(database, chain.id);
}
