import type { Audit } from './auditFees.js';
import { unclaimedText } from '../../kit/unclaimedText.js';

/** Whether payments of the withdrawal `w` are still to be made, or their end is not final. */
const isOpenText = `(exists (select from jobs j where j.order_id = w.id)
    or exists (select from settlements s where s.order_id = w.id and s.settled_at is null))`;

/** Withdrawals: what owners may take, what they took, and what they signed for. */
export const withdrawalAudits: readonly Audit[] = [
  {
    invariant: 'INV-W1',
    rule: 'nothing stays in the escrow of a withdrawal that is over',
    text: `
      select b.account as subject from ledger_balances b join withdrawals w on b.account = 'escrow:' || hash_text(w.id)
        where b.balance <> 0 and not ${isOpenText}`,
  },
  {
    invariant: 'INV-W1',
    rule: 'the parts of a withdrawal add up to its amount',
    text: `
      select hash_text(w.id) as subject from withdrawals w
        where w.amount <> (select coalesce(sum(p.amount), 0) from withdrawal_parts p where p.withdrawal_id = w.id)`,
  },
  {
    invariant: 'INV-W1',
    rule: 'a withdrawal takes of a deposit no more than it brought',
    text: `
      select p.deposit_chain_id || ' ' || p.deposit_tx_id || ' ' || p.deposit_ordinal as subject from withdrawal_parts p
        join deposits d on d.chain_id = p.deposit_chain_id and d.tx_id = p.deposit_tx_id and d.ordinal = p.deposit_ordinal
        join settlements s on s.order_id = p.withdrawal_id and s.leg = p.leg and s.settled_at is not null and s.intent ->> 'recipient' <> ''
        group by 1, d.amount having sum(p.amount) > d.amount`,
  },
  {
    invariant: 'INV-W1',
    // What the chain had beyond the books waits in suspense as well, and is no deposit.
    rule: 'what owners may withdraw of an asset is what no order took of their deposits',
    text: `
      select asset as subject from (
          select asset, sum(balance) as balance from (
              select asset, balance from ledger_balances where account like 'withdrawable:%' or account = 'suspense'
              union all select p.asset, -p.amount from ledger_postings p join ledger_entries e on e.id = p.entry_id
                where e.kind = 'gain' and p.account = 'suspense') held group by asset) books
        full join (
          select chain_id || ':' || currency as asset, sum(amount) as amount from ${unclaimedText} group by 1) parts using (asset)
        where coalesce(balance, 0) <> coalesce(amount, 0)`,
  },
  {
    invariant: 'INV-W1',
    // A deposit that names no depositor is its payer's.
    rule: 'an owner may withdraw no more than what no order took of its own deposits',
    text: `
      select b.account || ' ' || b.asset as subject from ledger_balances b where b.account like 'withdrawable:%'
        and b.balance > (select coalesce(sum(amount), 0) from ${unclaimedText} where chain_id || ':' || currency = b.asset
          and substr(b.account, length('withdrawable:') + 1) in (depositor, payer))`,
  },
  {
    invariant: 'INV-W2',
    rule: 'a payment of a withdrawal is the one that its owner signed for',
    text: `
      select hash_text(w.id) || ' ' || p.leg as subject from withdrawals w join withdrawal_parts p on p.withdrawal_id = w.id
        join settlements s on s.order_id = p.withdrawal_id and s.leg = p.leg
        where s.intent ->> 'recipient' <> '' and (s.chain_id <> w.chain_id or s.intent ->> 'currency' <> w.currency or s.intent ->> 'recipient' <> w.recipient
          or (s.intent ->> 'amount')::numeric not between p.minimum and p.amount or (s.intent #>> '{credit,amount}')::numeric <> p.amount)`,
  },
  {
    invariant: 'INV-W1',
    rule: 'what somebody else carried out is booked for one payment',
    text: `
      select r.chain_id || ' ' || r.tx_id as subject from releases r
        join outbox o on o.chain_id = r.chain_id and o.authorization_nonce = r.nonce and o.purpose = 'refund'
        join settlements s on s.order_id = o.order_id and s.leg = o.leg
        where r.state = 'seen' and s.settled_at is not null and s.intent ->> 'recipient' = ''`,
  },
];
