import type { Entry, Ledger } from '../ledger/createLedger.js';
import type { Transaction } from '@portage/database';
import type { CallSlotIntent } from '../settlements/relayIntent.js';
import { changeInventory, type InventoryChange } from '../inventory/inventory.js';
import type { SlotIntent } from '../settlements/payoutIntent.js';

/** Kind of the entry of a transaction of ours: its payment and its gas. */
export const spendEntry = 'spend';

/**
 * What the entry of a transaction of ours is known by; each time that it enters a block is a fact
 * of its own.
 */
export function spendRef(chainId: number, txId: string, losses: number): string {
  return `${String(chainId)}:${txId}:${String(losses)}`;
}

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
  pending: SlotIntent | CallSlotIntent | null;
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
      where e.kind = '${spendEntry}' and e.ref = gone.chain_id || ':' || gone.tx_id || ':' || gone.losses) as legs,
    gone.purpose, coalesce(s.kind <> gone.purpose, false) as switched,
    case when gone.state = 'reverted' and gone.purpose in ('fill', 'call') and s.kind = gone.purpose then s.intent end as pending
  from gone left join settlement_slots s on s.order_id = gone.order_id and s.leg = gone.leg`;

/** What a payment or a call takes beside gas, held again. */
function pendingOf(
  intent: SlotIntent | CallSlotIntent | null,
  native: string,
): readonly InventoryChange[] {
  if (intent === null) return [];
  const { swap, topup = '0' } = intent.type === 'call' ? {} : intent;
  const { currency, amount } = swap ?? intent;
  return [
    { currency, balance: 0n, held: BigInt(amount) },
    { currency: native, balance: 0n, held: BigInt(topup) },
  ];
}

/**
 * What a sender gets back: what left it, which is held again because the same bytes are sent again.
 * Nothing is held for what must not land any more.
 */
function inventoryOf(row: UnbookedRow, native: string): readonly InventoryChange[] {
  const legs = (row.legs ?? [])
    .filter(({ account }) => account === `inventory:${row.sender}`)
    .map(({ asset, amount }) => ({
      currency: asset.slice(asset.indexOf(':') + 1),
      balance: -BigInt(amount),
      held: row.switched ? 0n : -BigInt(amount),
    }));
  return [...pendingOf(row.pending, native), ...legs];
}

/** The chain that went back. */
export interface UnbookedChain {
  readonly id: number;
  /** Its native currency. */
  readonly native: string;
}

/**
 * Our own transactions above a block are open again: their bookings are taken back by opposite
 * entries, what they paid is held again, and the same bytes will be sent again.
 *
 * @returns orders whose slot went on to something else after its transaction had failed: an
 *   operator must look
 */
export async function unbookSpends(
  tx: Transaction,
  ledger: Ledger,
  { id: chainId, native }: UnbookedChain,
  above: number,
): Promise<readonly string[]> {
  const rows = await tx.query<UnbookedRow>(reopenText, [chainId, above]);
  const entries: readonly Entry[] = rows
    .filter(({ legs }) => legs !== null)
    .map((row) => ({
      kind: `${spendEntry} lost`,
      ref: spendRef(chainId, row.tx_id, row.losses),
      legs: (row.legs ?? []).map(({ account, asset, amount }) => ({
        account,
        asset,
        amount: -BigInt(amount),
      })),
    }));
  await ledger.book(tx, entries);
  const undecided = rows
    .filter(({ pending, purpose }) => pending !== null && purpose === 'fill')
    .map(({ order_id }) => order_id);
  await tx.query(`delete from jobs where kind = 'refund' and key = any($1::text[])`, [undecided]);
  for (const sender of new Set(rows.map((row) => row.sender))) {
    const own = rows.filter((row) => row.sender === sender);
    await changeInventory(
      tx,
      chainId,
      sender,
      own.flatMap((row) => inventoryOf(row, native)),
    );
    for (const row of own) if (!row.switched) await holdGas(tx, row);
  }
  return rows.filter(({ switched }) => switched).map(({ order_id }) => order_id ?? '');
}

/** The gas that came back is held for the slot once more. */
async function holdGas(tx: Transaction, row: UnbookedRow): Promise<void> {
  const gas = (row.legs ?? []).find(({ account }) => account === 'gas');
  if (gas === undefined || row.order_id === null) return;
  await tx.query(
    'update settlement_slots set gas_held = gas_held + $3 where order_id = $1 and leg = $2',
    [row.order_id, row.leg, BigInt(gas.amount)],
  );
}
