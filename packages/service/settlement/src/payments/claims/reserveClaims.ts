import type { FillIntent } from '@portage/core/chain';
import type { Transaction } from '@portage/database';
import {
  takeSigned,
  type Signing,
  type StoredTransaction,
} from '../../transactions/outbox/signedTransactions.js';
import {
  commitTransactions,
  openSettlements,
} from '../../transactions/outbox/storeTransactions.js';
import {
  claimLeg,
  toClaimIntent,
  type StoredClaimIntent,
} from '../../transactions/settlements/claimIntent.js';
import type { DueClaim } from './takeDueClaims.js';

/** A claim whose payment is signed and sent. */
export interface MadeClaim {
  readonly claim: DueClaim;
  /** The payment opens the account that its recipient lacks. */
  readonly opensAccount: boolean;
  /** Native currency that is reserved for gas, in smallest units. */
  readonly gasReserve: bigint;
}

function toStored({ claim, opensAccount }: MadeClaim): StoredClaimIntent {
  const { currency, amount, recipient, wallet } = claim;
  return {
    type: 'claim',
    currency,
    amount: amount.toString(),
    recipient,
    wallet,
    ...(opensAccount ? { opensAccount } : {}),
  };
}

/** Payment of a claim as a chain makes it. */
export function claimIntent(made: MadeClaim): FillIntent {
  return toClaimIntent(made.claim.id, toStored(made));
}

/**
 * Reserves payments of claims as payouts are reserved: their settlements, amounts, gas and signed
 * bytes are durable with the commit of `tx`, which also deletes their jobs.
 *
 * @returns what was signed, in the order of the claims
 */
export async function reserveClaims(
  tx: Transaction,
  { chain, sender, firstSequence, sign }: Signing<FillIntent>,
  made: readonly MadeClaim[],
): Promise<readonly StoredTransaction[]> {
  if (made.length === 0) return [];
  const leg = claimLeg;
  tx.withCommit(
    openSettlements(
      tx,
      made.map((one) => ({
        orderId: one.claim.id,
        leg,
        kind: 'claim',
        chainId: chain.id,
        intent: toStored(one),
        gasReserved: one.gasReserve,
      })),
    ),
  );
  const signed = await sign(made.map(claimIntent), firstSequence);
  const stored = made.map(({ claim }, index): StoredTransaction => ({
    purpose: 'claim',
    orderId: claim.id,
    leg,
    transaction: takeSigned(signed, firstSequence, index),
  }));
  tx.withCommit(
    commitTransactions(tx, {
      chainId: chain.id,
      sender,
      rows: stored.map((one) => ({ ...one, settlement: one })),
      reservations: made.flatMap(({ claim: { currency, amount }, gasReserve }) => [
        { currency: chain.native, amount: gasReserve },
        { currency, amount },
      ]),
      jobIds: made.map(({ claim }) => claim.jobId),
    }),
  );
  return stored;
}
