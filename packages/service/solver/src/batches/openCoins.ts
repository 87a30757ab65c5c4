import type { SignedTransaction, TransactionIntent } from '@portage/core/chain';
import type { Transaction } from '@portage/database';
import type { ChainContext } from '../context.js';

/** Looks at the jobs before a payment without coins is looked at again; a block may bring them. */
const looksPerTry = 5;

/** Milliseconds before a payment without coins is looked at again. */
export const coinsDelayMs = ({ policy }: Pick<ChainContext, 'policy'>): number =>
  looksPerTry * policy.work.pollMs;

/** Why a payment without coins waits. */
export const coinsReason = 'the coins of the sender wait for a block';

/**
 * Transactions whose coins must not be spent once more, until `tx` ends; undefined on a chain where
 * a balance is spent, which is not asked.
 */
export async function lockCoins(
  { chain, settlement }: Pick<ChainContext, 'chain' | 'settlement'>,
  tx: Transaction,
): Promise<readonly SignedTransaction[] | undefined> {
  return chain.spend.holdsCoins === true
    ? settlement.outbox.lockOpen(tx, chain.id, chain.spend.sender)
    : undefined;
}

/** Whether there are coins for each of these, signed together. */
export function fundable(
  { chain }: Pick<ChainContext, 'chain'>,
  intents: readonly TransactionIntent[],
  open: readonly SignedTransaction[] | undefined,
): readonly boolean[] {
  const answers = open === undefined ? undefined : chain.spend.canFund?.(intents, open);
  return intents.map((_, index) => answers?.[index] ?? answers === undefined);
}
