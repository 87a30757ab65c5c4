/**
 * Parts of deposits that no order takes, as a table of a statement: whole deposits, and what
 * settlements could not pay back. What its depositor took out of the depository itself is in
 * neither: its settlement is closed.
 */
export const unclaimedText = `(
       select d.chain_id, d.tx_id, d.ordinal, d.height, d.order_id, d.depositor, d.payer, d.currency, d.amount, d.reason,
           null::hash as settled_order, null::text as settled_leg
         from deposits d where d.state = 'final' and d.outcome = 'suspense'
       union all
       select d.chain_id, d.tx_id, d.ordinal, d.height, d.order_id, d.depositor, d.payer, d.currency, (s.intent #>> '{credit,amount}')::numeric,
           d.reason, s.order_id, s.leg
         from settlements s join deposits d on d.chain_id = s.deposit_chain_id and d.tx_id = s.deposit_tx_id and d.ordinal = s.deposit_ordinal
         where s.kind = 'refund' and s.settled_at is not null and s.intent ->> 'recipient' = '' and d.state = 'final' and s.collected_by is null
     ) unclaimed`;
