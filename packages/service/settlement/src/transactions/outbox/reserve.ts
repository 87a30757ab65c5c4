import type { Transaction } from '@portage/database';
import type { LedgerChain } from '../../books/ledger/accounts.js';
import { takeSigned, type Signing, type StoredTransaction } from './signedTransactions.js';
import {
  commitTransactions,
  openSettlements,
  rewriteSettlements,
  type RewrittenSettlement,
} from './storeTransactions.js';
import type { Obligation, Purpose } from '../settlements/obligation.js';
import type { Outflow } from '../settlements/outflowsOf.js';

/** An obligation that is signed and sent. */
export interface MadeObligation<Intent> {
  readonly obligation: Obligation;
  /** Amounts that it takes of the sender's inventory, beside gas. */
  readonly taken: readonly Outflow[];
  /** Intent that is signed for it. */
  readonly intent: Intent;
  /** Job that it ends. */
  readonly jobId?: number | undefined;
  /** Its settlement exists, and whatever was sent for it before is proven dead. */
  readonly isRewrite?: boolean | undefined;
  /** Why something else is paid than before, where it is. */
  readonly reason?: string | undefined;
}

function purposeOf(obligation: Obligation): Purpose {
  return obligation.kind === 'payout' ? obligation.pays : obligation.kind;
}

function toSettlement<Intent>(
  { id: chainId }: LedgerChain,
  { obligation, reason = 'N/A' }: MadeObligation<Intent>,
): RewrittenSettlement {
  const { orderId, leg, intent, gasReserved } = obligation;
  const deposit = obligation.kind === 'payout' ? obligation.deposit : undefined;
  const kind = purposeOf(obligation);
  return { orderId, leg, kind, chainId, intent, gasReserved, deposit, reason };
}

/**
 * Reserves obligations: their settlements, what they take of inventory, and their signed bytes are
 * durable with the commit of `tx`, which also deletes their jobs. Transactions are signed while the
 * settlements are being written, and everything travels with the commit.
 *
 * @param writeBeside - what else is written behind the settlements
 * @returns what was signed, in the order of the obligations
 */
export async function reserve<Intent>(
  tx: Transaction,
  { chain, sender, firstSequence, sign }: Signing<Intent>,
  made: readonly MadeObligation<Intent>[],
  writeBeside?: () => Promise<unknown>,
): Promise<readonly StoredTransaction[]> {
  if (made.length === 0) return [];
  const settlementsWhere = (isRewrite: boolean): readonly RewrittenSettlement[] =>
    made
      .filter((one) => (one.isRewrite === true) === isRewrite)
      .map((one) => toSettlement(chain, one));
  tx.withCommit(openSettlements(tx, settlementsWhere(false)));
  tx.withCommit(rewriteSettlements(tx, settlementsWhere(true)));
  if (writeBeside !== undefined) tx.withCommit(writeBeside());
  const signed = await sign(
    made.map(({ intent }) => intent),
    firstSequence,
  );
  const stored = made.map(({ obligation }, index): StoredTransaction => ({
    purpose: purposeOf(obligation),
    orderId: obligation.orderId,
    leg: obligation.leg,
    transaction: takeSigned(signed, firstSequence, index),
  }));
  tx.withCommit(
    commitTransactions(tx, {
      chainId: chain.id,
      sender,
      rows: stored.map((one) => ({ ...one, settlement: one })),
      reservations: made.flatMap(({ obligation, taken }) => [
        { currency: chain.native, amount: obligation.gasReserved },
        ...taken,
      ]),
      jobIds: made.flatMap(({ jobId }) => jobId ?? []),
    }),
  );
  return stored;
}
