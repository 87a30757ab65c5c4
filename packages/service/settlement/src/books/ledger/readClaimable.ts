import type { Queryable, Statement, Transaction } from '@portage/database';
import { accounts, ledgerAsset } from './accounts.js';

/** Sequences before the last final one that are looked at too: they may have been mined later. */
const sequencesBehind = 500;

/**
 * Balance of an account, less what payouts have earned whose blocks their chains do not call final
 * yet: a reorg takes that back, and it must be there then. Transactions of a sender are mined in
 * the order of their sequences, or nearly so.
 */
const claimableStatement: Statement = {
  name: 'claims_claimable',
  text: `
select coalesce((select balance from ledger_balances where account = $1 and asset = $2), 0)
    - coalesce((select sum(l.amount) from (select distinct chain_id, sender from inventory) s
        join chain_cursors c using (chain_id)
        join outbox o on o.chain_id = s.chain_id and o.sender = s.sender and o.state in ('mined', 'reverted')
          and o.sequence > coalesce((select f.sequence from outbox f where f.chain_id = s.chain_id and f.sender = s.sender
            and f.state in ('mined', 'reverted') and f.height <= c.finalized_height order by f.sequence desc limit 1), 0) - ${String(sequencesBehind)}
        join ledger_postings l on l.entry_id = o.entry_id
      where o.purpose = 'fill' and o.height > c.finalized_height and l.account = $1 and l.asset = $2), 0) as claimable`,
};

/** Balance of app fees. */
export interface AppFeeAccount {
  /** In the canonical form of the solver's chain. */
  readonly wallet: string;
  readonly chainId: number;
  readonly currency: string;
}

/** Locks a balance until the end of `tx`: no other transaction claims of it meanwhile. */
export async function lockClaimable(
  tx: Transaction,
  { wallet, chainId, currency }: AppFeeAccount,
): Promise<void> {
  await tx.query('select 1 from ledger_balances where account = $1 and asset = $2 for update', [
    accounts.appFee(wallet),
    ledgerAsset(chainId, currency),
  ]);
}

/** The part of a balance that its wallet may claim now, in smallest units. */
export async function readClaimable(
  database: Queryable,
  { wallet, chainId, currency }: AppFeeAccount,
): Promise<bigint> {
  const [row] = await database.query<{ claimable: bigint }>(claimableStatement, [
    accounts.appFee(wallet),
    ledgerAsset(chainId, currency),
  ]);
  return row?.claimable ?? 0n;
}
