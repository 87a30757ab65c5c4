import type { Audit } from './auditFees.js';

/** Balance of what is set apart for the claim `c`. */
const apartText = `(select coalesce(sum(balance), 0) from ledger_balances b
    where b.account = 'app-fee:' || c.wallet || ':' || hash_text(c.id) and b.asset = c.chain_id || ':' || c.currency)`;

/** Whether the claim `c` has an entry of a kind. */
const isBooked = (kind: string): string =>
  `exists (select from ledger_entries e where e.kind = '${kind}' and e.ref = hash_text(c.id))`;

/** Transactions of the claim `c` that landed. */
const landedText = `(select count(*) from outbox o where o.order_id = c.id and o.leg = 'claim' and o.purpose = 'claim' and o.state = 'mined')`;

/** Rules about claims of app fees: each is paid once, or given back once. */
export const claimAudits: readonly Audit[] = [
  {
    invariant: 'INV-F2',
    rule: 'what an app claims is set apart until it is paid or given back, and no longer',
    text: `
      select hash_text(c.id) as subject from app_fee_claims c
        where ${apartText} <> case c.state when 'open' then c.amount else 0 end`,
  },
  {
    invariant: 'INV-F2',
    rule: 'a claim was taken out of the balance of its wallet, and given back where it was not paid',
    text: `
      select hash_text(c.id) as subject from app_fee_claims c
        where ${isBooked('app fee claim')} <> (c.state <> 'prepared') or ${isBooked('app fee claim returned')} <> (c.state = 'returned')`,
  },
  {
    invariant: 'INV-F2',
    rule: 'a claim is paid by one transaction, and one that was given back by none',
    text: `
      select hash_text(c.id) as subject from app_fee_claims c
        where ${landedText} > case c.state when 'paid' then 1 else 0 end`,
  },
  {
    invariant: 'INV-F2',
    // What was paid before the database was put back to an older state has no transaction here.
    rule: 'a claim that was paid has its payment',
    text: `
      select hash_text(c.id) as subject from app_fee_claims c where c.state = 'paid' and ${landedText} = 0
        and not exists (select from fills f where f.order_id = c.id and f.tx_id = c.tx_id)`,
  },
  {
    invariant: 'INV-F2',
    rule: 'a claim that is open is to be paid, or its payment is on its way',
    text: `
      select hash_text(c.id) as subject from app_fee_claims c where c.state = 'open'
        and not exists (select from jobs j where j.kind = 'claim' and j.order_id = c.id)
        and not exists (select from outbox o where o.order_id = c.id and o.leg = 'claim' and o.state in ('stored', 'sent'))`,
  },
  {
    invariant: 'INV-F2',
    rule: 'what apps earned is what they have, what they were paid and what they lost to fast fills',
    text: `
      select asset as subject from (
        select asset, balance as amount from ledger_balances where account like 'app-fee:%'
        union all select chain_id || ':' || currency, amount from app_fee_claims where state = 'paid'
        union all select c ->> 'asset', (c ->> 'amount')::numeric from fast_fills f, jsonb_array_elements(f.collateral) c where f.state = 'debited'
        union all select l.asset, -l.amount from ledger_postings l join ledger_entries e on e.id = l.entry_id
          where l.account like 'app-fee:%' and ((e.kind = 'payout' and l.amount > 0) or (e.kind = 'payout reversed' and l.amount < 0))
      ) parts group by asset having sum(amount) <> 0`,
  },
];
