/**
 * Settlements `s` and their deposits `d` that may have left money in the depository of chain `$1`
 * which was not collected, as the `from` and `where` of a statement.
 */
export const waitingEarningsText = `from settlements s
      join deposits d on d.chain_id = s.deposit_chain_id and d.tx_id = s.deposit_tx_id and d.ordinal = s.deposit_ordinal
    where s.deposit_chain_id = $1 and s.settled_at is not null and s.collected_by is null and s.deposit_tx_id is not null
      and d.state = 'final'`;
