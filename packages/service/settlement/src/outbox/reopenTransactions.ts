import { noEffects, type SettlementEffects } from '../effects/settlementEffects.js';
import type { LedgerChain } from '../ledger/accounts.js';
import type { Leg } from '../ledger/createLedger.js';
import { bookedGas, reversedEntry, takenFrom } from '../ledger/entries/payoutEntries.js';
import { transactionKind } from '../ledger/entries/transactionEntry.js';
import type { Transaction } from '@portage/database';
import type { CallSlotIntent } from '../settlements/relayIntent.js';
import type { InventoryChange } from '../inventory/inventory.js';
import type { PayoutIntent } from '../settlements/payoutIntent.js';

interface UnbookedRow {
  tx_id: string;
  sender: string;
  losses: number;
  order_id: string | null;
  leg: string | null;
  legs: { account: string; asset: string; amount: string }[] | null;
  purpose: string;
  /** The slot pays by other means by now. */
  switched: boolean;
  /** What a fill or a call that had failed may pay after all. */
  pending: PayoutIntent | CallSlotIntent | null;
}

const reopenText = `
with gone as (
  select chain_id, tx_id, sender, sequence, purpose, state, order_id, leg, losses from outbox
    where chain_id = $1 and height > $2 and state in ('mined', 'reverted') for update
), reopened as (
  update outbox o set state = 'sent', height = null, gas_cost = null, booked = false, losses = o.losses + 1
    from gone where o.chain_id = gone.chain_id and o.tx_id = gone.tx_id
), siblings as (
  update outbox o set state = 'sent'
    from gone where o.chain_id = gone.chain_id and o.sender = gone.sender and o.sequence = gone.sequence and o.state = 'replaced'
), slots as (
  update settlement_slots s set settled_at = null
    from gone where s.order_id = gone.order_id and s.leg = gone.leg and s.kind = gone.purpose
)
select gone.tx_id, gone.sender, gone.losses, gone.order_id, gone.leg,
    (select jsonb_agg(jsonb_build_object('account', l.account, 'asset', l.asset, 'amount', l.amount::text))
      from ledger_entries e join ledger_legs l on l.entry_id = e.id
      where e.kind = '${transactionKind}' and e.ref = gone.chain_id || ':' || gone.tx_id || ':' || gone.losses) as legs,
    gone.purpose, coalesce(s.kind <> gone.purpose, false) as switched,
    case when gone.state = 'reverted' and gone.purpose in ('fill', 'call') and s.kind = gone.purpose then s.intent end as pending
  from gone left join settlement_slots s on s.order_id = gone.order_id and s.leg = gone.leg`;

/** Postings of the entry that is taken back. */
function legsOf({ legs }: UnbookedRow): readonly Leg[] {
  return (legs ?? []).map((leg) => ({ ...leg, amount: BigInt(leg.amount) }));
}

/** Amounts that a payment or a call takes beside gas, reserved again. */
function pendingOf(
  intent: PayoutIntent | CallSlotIntent | null,
  native: string,
): readonly Pick<InventoryChange, 'currency' | 'balance' | 'held'>[] {
  if (intent === null) return [];
  const { swap, topup = '0' } = intent.type === 'call' ? {} : intent;
  const { currency, amount } = swap ?? intent;
  return [
    { currency, balance: 0n, held: BigInt(amount) },
    { currency: native, balance: 0n, held: BigInt(topup) },
  ];
}

/**
 * Inventory that a sender gets back: what left it, which is reserved again because the same bytes
 * are sent again. Nothing is reserved for what must not land any more.
 */
function inventoryOf(row: UnbookedRow, { id, native }: LedgerChain): readonly InventoryChange[] {
  const taken = takenFrom(row.sender, legsOf(row)).map(({ asset, amount }) => ({
    currency: asset.slice(asset.indexOf(':') + 1),
    balance: amount,
    held: row.switched ? 0n : amount,
  }));
  return [...pendingOf(row.pending, native), ...taken].map((change) => ({
    ...change,
    chainId: id,
    sender: row.sender,
  }));
}

/** Transactions of ours that are open again. */
export interface Reopened {
  /** Bookings that are taken back, and what is reserved again. */
  readonly effects: SettlementEffects;
  /**
   * Orders whose settlement went on to something else after its transaction had failed: an operator
   * must look.
   */
  readonly switched: readonly string[];
}

/**
 * Opens our own transactions above a block again: their bookings are taken back by opposite
 * entries, what they paid is reserved again, and the same bytes will be sent again.
 */
export async function reopenTransactions(
  tx: Transaction,
  chain: LedgerChain,
  above: number,
): Promise<Reopened> {
  const rows = await tx.query<UnbookedRow>(reopenText, [chain.id, above]);
  const undecided = rows
    .filter(({ pending, purpose }) => pending !== null && purpose === 'fill')
    .map(({ order_id }) => order_id);
  await tx.query(`delete from jobs where kind = 'refund' and key = any($1::text[])`, [undecided]);
  for (const row of rows) if (!row.switched) await reserveGas(tx, row);
  return {
    effects: {
      ...noEffects,
      entries: rows
        .filter(({ legs }) => legs !== null)
        .map((row) =>
          reversedEntry({
            chainId: chain.id,
            txId: row.tx_id,
            losses: row.losses,
            legs: legsOf(row),
          }),
        ),
      inventory: rows.flatMap((row) => inventoryOf(row, chain)),
    },
    switched: rows.filter(({ switched }) => switched).map(({ order_id }) => order_id ?? ''),
  };
}

/** The gas that came back is reserved for the settlement once more. */
async function reserveGas(tx: Transaction, row: UnbookedRow): Promise<void> {
  const gas = bookedGas(legsOf(row));
  if (gas === undefined || row.order_id === null) return;
  await tx.query(
    'update settlement_slots set gas_held = gas_held + $3 where order_id = $1 and leg = $2',
    [row.order_id, row.leg, gas],
  );
}
