import type { ChainContext } from '../context.js';

/**
 * The sequence after the last one that was ever stored, and not before the one that the chain
 * expects.
 */
export async function nextSequence({ chain, settlement }: ChainContext): Promise<bigint> {
  const expected = await chain.spend.nextSequence();
  const { lastSequence } = await settlement.outbox.summary(chain.id, chain.spend.sender);
  return lastSequence === undefined || lastSequence < expected ? expected : lastSequence + 1n;
}
