import type { FillIntent } from '@portage/core/chain';
import type { Transaction } from '@portage/database';
import type { Signing, StoredTransaction } from '../../transactions/outbox/signedTransactions.js';
import {
  claimLeg,
  toClaimIntent,
  type StoredClaimIntent,
} from '../../transactions/settlements/claimIntent.js';
import { reserve } from '../../transactions/outbox/reserve.js';
import { takenByClaim } from './settleClaim.js';
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

/** Reserves payments of claims. */
export function reserveClaims(
  tx: Transaction,
  signing: Signing<FillIntent>,
  made: readonly MadeClaim[],
): Promise<readonly StoredTransaction[]> {
  return reserve(
    tx,
    signing,
    made.map((one) => {
      const obligation = {
        kind: 'claim',
        orderId: one.claim.id,
        leg: claimLeg,
        intent: toStored(one),
        gasReserved: one.gasReserve,
      } as const;
      const { jobId } = one.claim;
      return { obligation, taken: takenByClaim(obligation), intent: claimIntent(one), jobId };
    }),
  );
}
