import type { Queryable, Statement } from '@portage/database';
import { ledgerAsset } from '../../books/ledger/accounts.js';
import { readWithdrawable } from '../../books/ledger/readWithdrawable.js';
import { underReclaimOf } from '../../chains/deposits/reclaims/underReclaimText.js';
import { unclaimedText } from '../../kit/unclaimedText.js';
import {
  toSuspended,
  type SuspendedDeposit,
  type UnclaimedRow,
} from '../../chains/deposits/readSuspense.js';
import type { OwnedBalance } from './ownedBalance.js';

/** Parts that one withdrawal may take. */
const partsMax = 100;

/** Balance that an owner may withdraw now. */
export interface Withdrawable {
  /** Parts that can be paid by themselves, the largest first. */
  readonly parts: readonly SuspendedDeposit[];
  /** Smallest units: the sum of the parts, and never more than the ledger says. */
  readonly amount: bigint;
}

/**
 * A deposit must be final by the chain's own word, and its depositor must not have asked the
 * depository for it: then the depository may pay it at any moment.
 */
const readStatement: Statement = {
  name: 'withdrawals_unclaimed',
  text: `
select unclaimed.* from ${unclaimedText} join chain_cursors c using (chain_id)
  where chain_id = $1 and currency = $2 and case when depositor = $4 then payer else depositor end = $3
    and reason <> 'DEPOSIT_REORGED' and unclaimed.height <= c.finalized_height and c.halted_reason is null
    and not ${underReclaimOf('unclaimed')}
  order by amount desc, unclaimed.height, tx_id, ordinal limit ${String(partsMax)}`,
};

/** Reads what an owner may withdraw. */
export async function readUnclaimed(
  database: Queryable,
  { chainId, currency, owner, native }: OwnedBalance,
): Promise<Withdrawable> {
  const rows = await database.query<UnclaimedRow>(readStatement, [
    chainId,
    currency,
    owner,
    native,
  ]);
  const parts = rows.map(toSuspended);
  const sum = parts.reduce((total, { amount }) => total + amount, 0n);
  const asset = ledgerAsset(chainId, currency);
  const balance = await readWithdrawable(database, { owner, asset });
  return { parts, amount: sum < balance ? sum : balance };
}
