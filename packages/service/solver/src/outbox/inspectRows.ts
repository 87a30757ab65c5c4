import { Money } from '@portage/core';
import type { TransactionOutcome } from '@portage/core/chain';
import type { OutboxRow } from '@portage/settlement';
import type { ChainContext } from '../context.js';

/** All payments of one transaction, in the order of their sequences. */
export type TransactionRows = readonly [OutboxRow, ...OutboxRow[]];

/** Rows by the transaction that they are of, in the order of the first row of each. Pure. */
export function byTransaction(rows: readonly OutboxRow[]): readonly TransactionRows[] {
  const groups = new Map<string, [OutboxRow, ...OutboxRow[]]>();
  for (const row of rows) {
    const group = groups.get(row.txId);
    if (group === undefined) groups.set(row.txId, [row]);
    else group.push(row);
  }
  return [...groups.values()];
}

/**
 * Looks transactions up, each once, and answers for each row: the fee is split into the parts that
 * its payments bear. A row that the chain does not answer for is left out.
 */
export async function inspectRows(
  { chain: { spend } }: Pick<ChainContext, 'chain'>,
  rows: readonly OutboxRow[],
  signal?: AbortSignal,
): Promise<ReadonlyMap<OutboxRow, TransactionOutcome>> {
  const transactions = byTransaction(rows);
  const outcomes = await spend.inspect(
    transactions.map(([first]) => first),
    signal,
  );
  return new Map(
    transactions.flatMap((payments, index) => {
      const outcome = outcomes[index];
      return outcome === undefined ? [] : partsOf(spend, payments, outcome);
    }),
  );
}

/**
 * Outcome of each payment, with its part of the fee. A transaction that makes no payment has no
 * weights: its first row bears the fee.
 */
function partsOf(
  spend: ChainContext['chain']['spend'],
  payments: TransactionRows,
  outcome: TransactionOutcome,
): readonly (readonly [OutboxRow, TransactionOutcome])[] {
  const [first, ...others] = payments;
  if (others.length === 0 || (outcome.status !== 'mined' && outcome.status !== 'reverted'))
    return payments.map((row) => [row, outcome]);
  const told = spend.feeWeights?.(first) ?? [];
  const weights = told.length === payments.length ? told : [1n, ...others.map(() => 0n)];
  const parts = Money.split(outcome.gasCost, weights);
  return payments.map((row, index) => [row, { ...outcome, gasCost: parts[index] ?? 0n }]);
}
