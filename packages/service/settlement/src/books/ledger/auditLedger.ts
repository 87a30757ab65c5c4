import type { Queryable } from '@portage/database';
import { claimAudits } from './auditClaims.js';
import { collectionAudits } from './auditCollections.js';
import { withdrawalAudits } from './auditWithdrawals.js';
import { rebalanceAudits } from './auditRebalances.js';
import { feeAudits, type Audit } from './auditFees.js';

/** A promise of the books that is broken. */
export interface Violation {
  /** Id of the invariant in the table of invariants, e.g. `INV-C1`. */
  readonly invariant: string;
  /** Sentence of the rule. */
  readonly rule: string;
  /** Subject that breaks it: an entry, an order, an account. */
  readonly subject: string;
}

/** Each query returns what breaks its rule, so all must return no rows. */
export const audits: readonly Audit[] = [
  {
    invariant: 'INV-C1',
    rule: 'every ledger entry balances in each asset',
    text: `select entry_id || ' ' || asset as subject from ledger_postings group by entry_id, asset having sum(amount) <> 0`,
  },
  {
    invariant: 'INV-C1',
    rule: 'every ledger entry has postings',
    text: `select id::text as subject from ledger_entries e where not exists (select 1 from ledger_postings l where l.entry_id = e.id)`,
  },
  {
    invariant: 'INV-C7',
    rule: 'every balance is the sum of its postings',
    text: `
      select account || ' ' || asset as subject from ledger_balances
        full join (select account, asset, sum(amount) as total from ledger_postings group by account, asset) postings using (account, asset)
        where coalesce(balance, 0) <> coalesce(total, 0)`,
  },
  {
    invariant: 'INV-C7',
    rule: 'only the accounts that may fall below zero do',
    text: `
      select account || ' ' || asset as subject from ledger_balances
        where balance < 0 and not (account like 'capital%' or account like 'pnl%' or account like 'gas%' or account like 'outside%' or account like 'collected%' or account like 'gain%')`,
  },
  {
    invariant: 'INV-C2',
    // While a payout, or work towards one, is open, its money is where it came in.
    rule: 'nothing stays in the escrow of an order that has ended',
    text: `
      select b.account as subject from ledger_balances b
        join request_states r on b.account = 'escrow:' || hash_text(r.order_id)
        where b.balance <> 0 and r.status in ('success', 'refund', 'failure')
          and not exists (select 1 from settlements s where s.order_id = r.order_id and s.settled_at is null)
          and not exists (select 1 from jobs j where j.order_id = r.order_id)`,
  },
  {
    invariant: 'INV-O2',
    rule: 'what is paid because of a deposit is no more than it brought',
    text: `
      select d.chain_id || ' ' || d.tx_id || ' ' || d.ordinal as subject from deposits d
        join settlements s on s.deposit_chain_id = d.chain_id and s.deposit_tx_id = d.tx_id and s.deposit_ordinal = d.ordinal
        where exists (select from outbox o where o.order_id = s.order_id and o.leg = s.leg and o.state in ('stored', 'sent', 'mined'))
        group by d.chain_id, d.tx_id, d.ordinal having sum((s.intent #>> '{credit,amount}')::numeric) > d.amount`,
  },
  {
    invariant: 'INV-O3',
    // A deposit that a reorg took back and that came again has lost the time at which it was final
    // before.
    rule: 'a fill is stored only after a deposit of its order became final',
    text: `
      select o.chain_id || ' ' || o.tx_id as subject from outbox o where o.purpose = 'fill'
        and not exists (select 1 from deposits d where d.order_id = o.order_id and (d.final_at <= o.stored_at or d.reorg_count > 0))
        and not exists (select 1 from requotes q join deposits d using (chain_id, tx_id, ordinal) where q.order_id = o.order_id and (d.final_at <= o.stored_at or d.reorg_count > 0))`,
  },
  {
    invariant: 'INV-O3',
    rule: 'a fill that counts on an app is stored only after the hold on the app',
    text: `
      select o.chain_id || ' ' || o.tx_id as subject from outbox o join fast_fills f using (order_id)
        where o.purpose = 'fill' and f.used_at is not null and (f.created_at > o.stored_at
          or not exists (select from ledger_entries e where e.kind = 'fast fill hold' and e.ref = hash_text(f.order_id)))`,
  },
  {
    invariant: 'INV-O8',
    rule: 'every final deposit has one outcome',
    text: `select chain_id || ' ' || tx_id || ' ' || ordinal as subject from deposits where (state = 'final') <> (outcome is not null)`,
  },
  {
    invariant: 'INV-N1',
    rule: 'a sequence of a sender ends with one transaction',
    text: `
      select chain_id || ' ' || sender || ' ' || sequence as subject from outbox where state in ('mined', 'reverted')
        group by chain_id, sender, sequence having count(*) > 1`,
  },
  {
    invariant: 'INV-N1',
    rule: 'all transactions of a sequence belong to one settlement or cancel it',
    text: `
      select chain_id || ' ' || sender || ' ' || sequence as subject from outbox where order_id is not null
        group by chain_id, sender, sequence having count(distinct (order_id, leg)) > 1`,
  },
  {
    invariant: 'INV-N1',
    rule: 'all payments of a transaction end with it',
    text: `
      select chain_id || ' ' || tx_id as subject from outbox group by chain_id, tx_id
        having count(distinct (state, sender, height)) > 1`,
  },
  {
    invariant: 'INV-N1',
    rule: 'a version pays what the version before paid, all of it',
    text: `
      select a.chain_id || ' ' || a.tx_id as subject from outbox a
        join outbox b on b.chain_id = a.chain_id and b.sender = a.sender and b.sequence = a.sequence and b.tx_id <> a.tx_id
        where exists (select 1 from outbox c where c.chain_id = a.chain_id and c.tx_id = a.tx_id
          and not exists (select 1 from outbox d where d.chain_id = b.chain_id and d.tx_id = b.tx_id and d.sequence = c.sequence))`,
  },
  {
    invariant: 'INV-N3',
    rule: 'the bytes of a sent transaction are stored',
    text: `select chain_id || ' ' || tx_id as subject from outbox where sent_at is not null and length(raw) = 0`,
  },
  {
    invariant: 'INV-O7',
    // A swap that its payer made alone is deposit and payment at once. One that another took the
    // place of follows that one.
    rule: 'a successful request has its fill',
    text: `
      select r.request_id as subject from request_states r where r.status = 'success'
        and not exists (select 1 from fills f where f.order_id = r.order_id)
        and not exists (select 1 from swaps w where w.swap_id = r.order_id)
        and not exists (select 1 from request_states s where s.supersedes = r.order_id and s.status = 'success')`,
  },
  {
    invariant: 'INV-O7',
    // A payment that nothing of ours made, and that is not to be made either, is only claimed to
    // have been made.
    rule: 'the payment of a successful request is booked, or on its way',
    text: `
      select r.request_id as subject from request_states r where r.status = 'success'
        and not exists (select 1 from outbox o where o.order_id = r.order_id and o.purpose = 'fill' and o.state <> 'replaced')
        and not exists (select 1 from settlements s where s.order_id = r.order_id and s.kind = 'fill' and s.settled_at is not null)
        and not exists (select 1 from jobs j where j.kind = 'fill' and j.order_id = r.order_id)
        and not exists (select 1 from swaps w where w.swap_id = r.order_id)
        and not exists (select 1 from request_states s where s.supersedes = r.order_id and s.status = 'success')`,
  },
  {
    invariant: 'INV-O7',
    rule: 'a request whose payment was seen has ended',
    text: `
      select r.request_id as subject from request_states r join fills f using (order_id)
        where f.matched and f.state = 'seen' and r.status not in ('success', 'refund', 'failure')`,
  },
  {
    invariant: 'INV-O9',
    // No foreign key: it would cost each deposit more than all that it could find.
    rule: 'every state of a request has its request',
    text: `
      select 'state ' || hash_text(order_id) as subject from request_states s where not exists (select from requests r where r.order_id = s.order_id)`,
  },
  {
    invariant: 'INV-O11',
    rule: 'an archived order has neither a request nor a settlement',
    text: `
      select hash_text(order_id) as subject from archived_orders a where exists (select from requests r where r.order_id = a.order_id)
        or exists (select from settlements s where s.order_id = a.order_id)`,
  },
  {
    invariant: 'INV-O10',
    // No foreign key here either: it took 7 µs of the 20 that a job cost the database.
    rule: 'every job about a deposit has that deposit',
    text: `
      select kind || ' ' || hash_text(order_id) || ' ' || leg as subject from jobs j where deposit_tx_id is not null and not exists (
        select from deposits d where d.chain_id = j.deposit_chain_id and d.tx_id = j.deposit_tx_id and d.ordinal = j.deposit_ordinal)`,
  },
  ...feeAudits,
  ...collectionAudits,
  ...rebalanceAudits,
  ...withdrawalAudits,
  ...claimAudits,
];

/**
 * Runs every audit; a few full scans, so for start-up, tests and soak runs rather than for each
 * request.
 */
export async function auditLedger(database: Queryable): Promise<readonly Violation[]> {
  const violations: Violation[] = [];
  for (const { invariant, rule, text } of audits) {
    for (const { subject } of await database.query<{ subject: string }>(text))
      violations.push({ invariant, rule, subject });
  }
  return violations;
}
