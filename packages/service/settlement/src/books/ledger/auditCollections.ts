import { earnedText } from './earnedText.js';
import type { Audit } from './auditFees.js';

/** Rules about earnings of ended orders: each is collected once. */
export const collectionAudits: readonly Audit[] = [
  {
    invariant: 'INV-C8',
    rule: 'a collection brings what its settlements have earned',
    text: `
      select c.order_id as subject from settlements c where c.kind = 'collection'
        and exists (select 1 from outbox o where o.order_id = c.order_id and o.leg = c.leg and o.purpose = 'collection' and (o.state = 'mined'
          or exists (select from releases r where r.chain_id = o.chain_id and r.nonce = o.authorization_nonce and r.state = 'seen' and not r.unbooked)))
        and (c.intent ->> 'amount')::numeric <> (select coalesce(sum(${earnedText}), 0) from settlements s where s.collected_by = hash_text(c.order_id))
          + coalesce((select a.earned from archived_earnings a where a.collection_id = c.order_id), 0)`,
  },
  {
    invariant: 'INV-C8',
    rule: 'what is held for a failed collection is collected by nothing else',
    text: `
      select hash_text(h.order_id) as subject from failed_collections h where exists (
        select from outbox o where o.order_id = h.order_id and o.purpose = 'collection' and o.state in ('stored', 'sent', 'mined'))`,
  },
  {
    invariant: 'INV-C8',
    rule: 'no more is collected than was earned',
    text: `
      select asset as subject from ledger_balances where asset <> 'usd' and (account like 'solver:%' or account like 'app-fee:%' or account = 'collected')
        group by asset having sum(balance) < 0`,
  },
];
