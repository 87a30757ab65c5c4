import { PortageError } from '@portage/core';
import type { ChainContext } from '../context.js';

/**
 * The sequence after the last one that was ever stored, and not before the one that the chain
 * expects. Sequences that wait in the chain's memory and are not in the outbox are waited for: a
 * transaction of the operator's may be on its way. Where they stay, another party signs with the
 * key, or the endpoints count wrongly: all that is signed behind them would be stranded, so the
 * chain halts.
 *
 * @throws PortageError `CHAIN_HALTED`
 */
export async function nextSequence(context: ChainContext, signal: AbortSignal): Promise<bigint> {
  const { chain, settlement, policy, clock, log } = context;
  const start = clock.elapsed();
  for (;;) {
    const next = await readNext(context);
    if (next.unexplained === 0n || signal.aborted) return next.sequence;
    if (clock.elapsed() - start >= policy.transactions.sequenceWaitMs) {
      const reason = `${chain.spend.sender} has ${next.unexplained.toString()} sequences in use that are neither mined nor ours.`;
      await settlement.chains.halt(chain.id, reason);
      log('a chain is halted', { chain: chain.slug, reason });
      throw new PortageError('CHAIN_HALTED', { message: reason });
    }
    await clock.sleep(policy.work.pollMs, signal);
  }
}

/** The next sequence, and how many before it are unexplained. */
async function readNext({
  chain,
  settlement,
}: ChainContext): Promise<{ readonly sequence: bigint; readonly unexplained: bigint }> {
  const mined = await chain.spend.minedSequence?.();
  const expected = await chain.spend.nextSequence();
  const { lastSequence } = await settlement.outbox.summary(chain.id, chain.spend.sender);
  const known = lastSequence === undefined ? 0n : lastSequence + 1n;
  if (known >= expected) return { sequence: known, unexplained: 0n };
  const accounted = mined === undefined || mined < known ? known : mined;
  return {
    sequence: expected,
    unexplained: mined === undefined || accounted >= expected ? 0n : expected - accounted,
  };
}
