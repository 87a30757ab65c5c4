import { describeError } from '@portage/core';
import type { TransactionOutcome } from '@portage/core/chain';
import type { Transaction } from '@portage/database';
import type { DecidedPayout } from '@portage/settlement';
import type { ChainContext } from '../context.js';
import { wait } from '../plan/decision.js';

const inspectMsMax = 10_000;
const againMs = 1_000;

async function inspect(
  context: ChainContext,
  txIds: readonly string[],
): Promise<readonly TransactionOutcome[]> {
  const { chain, clock, log } = context;
  try {
    // The sequences are lost with the database; a transaction that is mined is found without.
    return await chain.spend.inspect(
      txIds.map((txId) => ({ txId, sequence: 0n })),
      clock.timeout(inspectMsMax),
    );
  } catch (error) {
    log('payments could not be looked up', { chain: chain.slug, error: describeError(error) });
    return [];
  }
}

/**
 * Looks up payments that were made already: their gas is booked with them, and only what is final
 * is booked. The others wait.
 */
export async function confirmRecoveries(
  context: ChainContext,
  decided: readonly DecidedPayout[],
  tx: Transaction,
): Promise<readonly DecidedPayout[]> {
  const txIds = decided.flatMap(({ decision }) =>
    decision.type === 'recover' ? [decision.made.txId] : [],
  );
  if (txIds.length === 0) return decided;
  const progress = await context.settlement.chains.progress(context.chain.id, tx);
  const finalized = progress?.finalizedHeight ?? -1;
  const outcomes = await inspect(context, txIds);
  return decided.map(({ spend, decision }): DecidedPayout => {
    if (decision.type !== 'recover') return { spend, decision };
    const outcome = outcomes[txIds.indexOf(decision.made.txId)];
    const isFinal =
      outcome?.status === 'mined' && outcome.isTentative !== true && outcome.height <= finalized;
    // Where another account made it, that account paid for its gas.
    const ours = decision.made.isForeign ? { gasCost: 0n, gasPayer: undefined } : {};
    return {
      spend,
      decision: isFinal
        ? { ...decision, outcome: { ...outcome, ...ours } }
        : wait(againMs, 'a payment that was made is not final yet'),
    };
  });
}
