import { hashArray, hashBytes } from '../../kit/hashId.js';
import { mainLeg } from '../../kit/depositId.js';
import { noEffects, type SettlementEffects } from '../effects/settlementEffects.js';
import type { LedgerChain } from '../../books/ledger/accounts.js';
import type { Posting } from '../../books/ledger/createLedger.js';
import { bookedGas, reversedEntry, takenFrom } from '../../books/ledger/entries/payoutEntries.js';
import type { Transaction } from '@portage/database';
import type { StoredRelayIntent } from '../settlements/relayIntent.js';
import type { InventoryChange } from '../../kit/inventory/inventory.js';
import type { PayoutIntent } from '../settlements/payoutIntent.js';

interface UnbookedRow {
  tx_id: string;
  sender: string;
  order_id: string | null;
  leg: string | null;
  /** Ref of the entry that is taken back, and its postings. */
  ref: string | null;
  postings: { account: string; asset: string; amount: string }[] | null;
  purpose: string;
  /** The settlement pays by other means by now. */
  switched: boolean;
  /** Payments that a fill or a call that had failed may make after all. */
  pending: PayoutIntent | StoredRelayIntent | null;
}

const reopenText = `
with gone as (
  select chain_id, tx_id, sender, sequence, purpose, state, order_id, leg, entry_id from outbox
    where chain_id = $1 and height > $2 and state in ('mined', 'reverted') and purpose not in ('collection', 'rebalance', 'claim') for update
), reopened as (
  update outbox o set state = 'sent', height = null, gas_cost = null, entry_id = null, reorg_count = o.reorg_count + 1
    from gone where o.chain_id = gone.chain_id and o.tx_id = gone.tx_id and o.sequence = gone.sequence
), siblings as (
  update outbox o set state = 'sent'
    from gone where o.chain_id = gone.chain_id and o.sender = gone.sender and o.sequence = gone.sequence and o.state = 'replaced'
), unsettled as (
  update settlements s set settled_at = null
    from gone where s.order_id = gone.order_id and s.leg = gone.leg and s.kind = gone.purpose
)
select gone.tx_id, gone.sender, gone.order_id, gone.leg,
    (select ref from ledger_entries e where e.id = gone.entry_id) as ref,
    (select jsonb_agg(jsonb_build_object('account', l.account, 'asset', l.asset, 'amount', l.amount::text))
      from ledger_postings l where l.entry_id = gone.entry_id) as postings,
    gone.purpose, coalesce(s.kind <> gone.purpose, false) as switched,
    case when gone.state = 'reverted' and gone.purpose in ('fill', 'relay') and s.kind = gone.purpose then s.intent end as pending
  from gone left join settlements s on s.order_id = gone.order_id and s.leg = gone.leg`;

/** Postings of the entry that is taken back. */
function postingsOf({ postings }: UnbookedRow): readonly Posting[] {
  return (postings ?? []).map((leg) => ({ ...leg, amount: BigInt(leg.amount) }));
}

/** Amounts that a payment or a call takes beside gas, reserved again. */
function pendingOf(
  intent: PayoutIntent | StoredRelayIntent | null,
  native: string,
): readonly Pick<InventoryChange, 'currency' | 'balance' | 'reserved'>[] {
  if (intent === null) return [];
  const { swap, topup = '0' } = intent.type === 'relay' ? {} : intent;
  const { currency, amount } = swap ?? intent;
  return [
    { currency, balance: 0n, reserved: BigInt(amount) },
    { currency: native, balance: 0n, reserved: BigInt(topup) },
  ];
}

/**
 * Inventory that a sender gets back: what left it, which is reserved again because the same bytes
 * are sent again. Nothing is reserved for what must not land any more.
 */
function inventoryOf(row: UnbookedRow, { id, native }: LedgerChain): readonly InventoryChange[] {
  const taken = takenFrom(row.sender, postingsOf(row)).map(({ asset, amount }) => ({
    currency: asset.slice(asset.indexOf(':') + 1),
    balance: amount,
    reserved: row.switched ? 0n : amount,
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
 * entries, what they paid is reserved again, and the same bytes will be sent again. Collections,
 * rebalances and claims are booked when the chain itself calls them final: a reorg that takes one
 * back has halted the chain.
 */
export async function reopenTransactions(
  tx: Transaction,
  chain: LedgerChain,
  above: number,
): Promise<Reopened> {
  const rows = await tx.query<UnbookedRow>(reopenText, [chain.id, above]);
  const undecided = rows
    .filter(({ pending, purpose }) => pending !== null && purpose === 'fill')
    .map(({ order_id }) => order_id ?? undefined);
  await tx.query(
    `delete from jobs where kind = 'refund' and order_id = any($1::bytea[]) and leg = '${mainLeg}'`,
    [hashArray(undecided)],
  );
  for (const row of rows) if (!row.switched) await reserveGas(tx, row);
  return {
    effects: {
      ...noEffects,
      entries: rows.flatMap((row) =>
        row.postings === null || row.ref === null
          ? []
          : [reversedEntry({ ref: row.ref, postings: postingsOf(row) })],
      ),
      inventory: rows.flatMap((row) => inventoryOf(row, chain)),
    },
    switched: rows.filter(({ switched }) => switched).map(({ order_id }) => order_id ?? ''),
  };
}

/** The gas that came back is reserved for the settlement once more. */
async function reserveGas(tx: Transaction, row: UnbookedRow): Promise<void> {
  const gas = bookedGas(row.sender, postingsOf(row));
  if (gas === undefined || row.order_id === null) return;
  await tx.query(
    'update settlements set gas_reserved = gas_reserved + $3 where order_id = $1 and leg = $2',
    [hashBytes(row.order_id), row.leg, gas],
  );
}
