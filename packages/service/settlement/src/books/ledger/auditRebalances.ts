import type { Audit } from './auditFees.js';

/** Rules about inventory on its way between chains: nothing of it is lost, or counted twice. */
export const rebalanceAudits: readonly Audit[] = [
  {
    invariant: 'INV-C9',
    rule: 'what is in flight is what transfers have sent that did not arrive',
    text: `
      select asset as subject from (select asset, balance from ledger_balances where account = 'in-flight') books
        full join (select origin_chain_id || ':' || origin_currency as asset, sum(amount) as sent from rebalances where state = 'in flight' group by 1) open using (asset)
        where coalesce(balance, 0) <> coalesce(sent, 0)`,
  },
  {
    invariant: 'INV-C9',
    rule: 'a transfer left its chain by one transaction of ours',
    text: `
      select hash_text(t.id) as subject from rebalances t where (t.state in ('in flight', 'delivered')) <> (1 =
        (select count(*) from outbox o where o.order_id = t.id and o.leg = 'rebalance' and o.purpose = 'rebalance' and o.state = 'mined'))`,
  },
  {
    invariant: 'INV-C9',
    rule: 'the delivery of a transfer is booked, as it arrived',
    text: `
      select coalesce(hash_text(t.id), e.ref) as subject from (select * from rebalances where state = 'delivered') t
        full join (select * from ledger_entries where kind = 'delivery') e on e.ref = hash_text(t.id)
        where t.id is null or e.id is null or t.delivered_amount <> (select coalesce(sum(l.amount), 0) from ledger_postings l
          where l.entry_id = e.id and l.account = 'inventory:' || t.recipient and l.asset = t.destination_chain_id || ':' || t.destination_currency)`,
  },
];
