/** A query that returns what breaks a rule. */
export interface Audit {
  readonly invariant: string;
  readonly rule: string;
  readonly text: string;
}

/** Reserve of an order. */
const reservedText = `(select coalesce(sum(l.amount), 0) from ledger_entries e join ledger_postings l on l.entry_id = e.id
    where e.kind = 'sponsor reserve' and e.ref = hash_text(r.order_id) and l.account = 'sponsor-reserve:' || hash_text(r.order_id))`;

/**
 * Movement of the transaction that settled an order's main leg; one that a reorg took back is not
 * booked.
 */
const spentText = (postings: string): string => `(select coalesce(sum(l.amount), 0) from outbox o
    join ledger_postings l on l.entry_id = o.entry_id
    where o.order_id = r.order_id and o.leg = 'main' and ${postings})`;

const chargeText = `(r.execution_terms #>> '{sponsor,microUsd}')::numeric`;

/** App fees as pairs of account and amount, in one order. */
const sharesText = (list: string, account: string): string =>
  `(select coalesce(jsonb_agg(jsonb_build_array(fee ->> '${account}', fee ->> 'amount') order by fee ->> '${account}'), '[]') from json_array_elements(${list}) as fee)`;

const feesText = `(select coalesce(sum((fee ->> 'amount')::numeric), 0) from json_array_elements(r.execution_terms -> 'appFees') as fee)`;

/** Sponsors and apps: what was quoted is what is booked, once. */
export const feeAudits: readonly Audit[] = [
  {
    invariant: 'INV-S2',
    rule: 'a sponsored fill is decided only with its charge set apart',
    text: `
      select r.order_id as subject from requests r join settlements s on s.order_id = r.order_id and s.leg = 'main' and s.kind = 'fill'
        where r.execution_terms is not null and ${chargeText} > 0 and ${reservedText} <> ${chargeText}`,
  },
  {
    invariant: 'INV-S2',
    rule: 'a sponsored fill charges what was quoted, once',
    text: `
      select r.order_id as subject from requests r join settlements s on s.order_id = r.order_id and s.leg = 'main' and s.kind = 'fill' and s.settled_at is not null
        where r.execution_terms is not null and ${chargeText} > 0 and ${spentText(`l.account = 'sponsor-reserve:' || hash_text(r.order_id)`)} <> -${chargeText}`,
  },
  {
    invariant: 'INV-S2',
    rule: 'nothing stays set apart for an order that has ended',
    text: `
      select b.account as subject from ledger_balances b join settlements s on b.account = 'sponsor-reserve:' || hash_text(s.order_id) and s.leg = 'main'
        where b.balance <> 0 and s.settled_at is not null`,
  },
  {
    invariant: 'INV-S2',
    rule: 'what stands behind a fast fill is held until it ends, and no longer',
    text: `
      select f.order_id as subject from fast_fills f left join lateral (
          select coalesce(sum((c ->> 'amount')::numeric), 0) as wanted from jsonb_array_elements(f.collateral) as c) as c on true
        where (select coalesce(sum(balance), 0) from ledger_balances where account = 'app-fee:' || f.wallet || ':' || hash_text(f.order_id))
          <> case f.state when 'held' then c.wanted else 0 end`,
  },
  {
    invariant: 'INV-F1',
    rule: 'app fees of an order are no more than its input',
    text: `
      select r.order_id as subject from requests r
        where r.execution_terms is not null and ${feesText} > (r.order_data #>> '{inputs,0,payment,amount}')::numeric`,
  },
  {
    invariant: 'INV-F1',
    rule: 'a signed order owes the app fees that its fill books',
    text: `
      select r.order_id as subject from requests r
        where r.execution_terms is not null and r.order_data is not null
          and ${sharesText(`r.order_data -> 'fees'`, 'recipient')} <> ${sharesText(`r.execution_terms -> 'appFees'`, 'account')}`,
  },
  {
    invariant: 'INV-F1',
    rule: 'a fill accrues the app fees that were quoted, once',
    text: `
      select r.order_id as subject from requests r join settlements s on s.order_id = r.order_id and s.leg = 'main' and s.kind = 'fill' and s.settled_at is not null
        where r.execution_terms is not null and ${spentText(`l.account like 'app-fee:%'`)} <> ${feesText}`,
  },
];
