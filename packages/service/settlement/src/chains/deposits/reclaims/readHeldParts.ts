import type { Statement, Transaction } from '@portage/database';
import { depositKey, mainLeg, type DepositId } from '../../../kit/depositId.js';
import { hashBytes } from '../../../kit/hashId.js';
import type { OrderMemory } from '../../../orders/requests/createOrderCache.js';
import type { PayoutIntent } from '../../../transactions/settlements/payoutIntent.js';
import { restLeg } from '../../../transactions/settlements/keepRest.js';
import { mainPart } from '../mainPart.js';
import { readOrders, type OrderFacts } from '../readOrderFacts.js';
import type { HeldPart } from './judgeReclaim.js';
import type { ReclaimEvent } from './reclaimEvents.js';

/** A part with the deposit that it is of, and what was to be paid with it. */
export interface DepositPart extends HeldPart {
  readonly deposit: DepositId & { readonly currency: string };
  readonly intent: PayoutIntent | undefined;
}

interface DepositRow {
  tx_id: string;
  ordinal: number;
  owner: string;
  amount: bigint;
  outcome: 'matched' | 'refund' | 'suspense' | 'requote';
  reason: string;
  leg: string | null;
  is_requoted: boolean;
}

interface SettlementRow {
  order_id: string;
  deposit_tx_id: string;
  deposit_ordinal: number;
  leg: string;
  kind: 'fill' | 'refund';
  intent: PayoutIntent;
  is_settled: boolean;
  is_collected: boolean;
}

const depositsStatement: Statement = {
  name: 'reclaim_deposits',
  text: `
select d.tx_id, d.ordinal, coalesce(q.order_id, d.order_id) as owner, d.amount, d.outcome, d.reason, d.leg, q.order_id is not null as is_requoted
  from deposits d left join requotes q using (chain_id, tx_id, ordinal)
  where d.order_id = $2 and d.chain_id = $1 and d.depositor = $3 and d.currency = $4 and d.state = 'final'
  order by d.height, d.tx_id, d.ordinal`,
};

const settlementsStatement: Statement = {
  name: 'reclaim_settlements',
  text: `
select s.order_id, s.deposit_tx_id, s.deposit_ordinal, s.leg, s.kind, s.intent, s.settled_at is not null as is_settled, s.collected_by is not null
    and not exists (select from failed_collections h where hash_text(h.order_id) = s.collected_by) as is_collected
  from unnest($2::text[], $3::int[]) as t (tx_id, ordinal)
  join settlements s on s.deposit_chain_id = $1 and s.deposit_tx_id = t.tx_id and s.deposit_ordinal = t.ordinal`,
};

/** Parts of one deposit by leg, before it is known what was paid with them. */
function legsOf(
  row: DepositRow,
  key: string,
  facts: OrderFacts | undefined,
): readonly { readonly leg: string; readonly amount: bigint }[] {
  if (row.is_requoted) return [{ leg: mainLeg, amount: row.amount }];
  if (row.outcome !== 'matched') return [{ leg: row.leg ?? key, amount: row.amount }];
  const quoted = facts === undefined ? 0n : mainPart(facts, row.amount);
  return [
    { leg: mainLeg, amount: quoted },
    { leg: key, amount: row.amount - quoted },
  ].filter(({ amount }) => amount > 0n);
}

/** Money that a settlement has left in the depository of its part; nothing where it was taken. */
function standingOf(
  amount: bigint,
  settlement: SettlementRow | undefined,
): Pick<HeldPart, 'standing' | 'amount'> | undefined {
  if (settlement === undefined) return { standing: 'open', amount };
  const { kind, intent, is_settled: isSettled, is_collected: isCollected } = settlement;
  if (isCollected) return undefined;
  if (kind === 'fill') return { standing: 'fill', amount };
  if (!isSettled) return { standing: 'open', amount };
  // A refund without a recipient is one that could not be made.
  if (intent.recipient === '') return { standing: 'withdrawable', amount };
  return { standing: 'gas', amount: amount - BigInt(intent.amount) };
}

const withdrawnStatement: Statement = {
  name: 'reclaim_withdrawn',
  text: `
select p.withdrawal_id as order_id, p.leg, p.deposit_tx_id as tx_id, p.deposit_ordinal as ordinal, p.amount
  from unnest($2::text[], $3::int[]) as t (tx_id, ordinal)
  join withdrawal_parts p on p.deposit_chain_id = $1 and p.deposit_tx_id = t.tx_id and p.deposit_ordinal = t.ordinal`,
};

interface WithdrawnRow {
  order_id: string;
  leg: string;
  tx_id: string;
  ordinal: number;
  amount: bigint;
}

/** A leg of a deposit with its amount, of its own order or of a withdrawal. */
type OwnedLeg = Pick<WithdrawnRow, 'order_id' | 'leg' | 'amount'>;

/** Everything that was paid, withdrawn or kept of one deposit. */
interface Happened {
  readonly settlements: readonly SettlementRow[];
  readonly withdrawn: readonly WithdrawnRow[];
}

/** Legs that a deposit was divided into: those of its order, of withdrawals, and what they left. */
function dividedOf(
  row: DepositRow,
  own: readonly OwnedLeg[],
  { settlements, withdrawn }: Happened,
): readonly OwnedLeg[] {
  const rests = settlements
    .filter(({ leg }) => leg.startsWith(restLeg))
    .map(({ order_id, leg, intent }) => ({ order_id, leg, amount: BigInt(intent.credit.amount) }));
  // A deposit that was withdrawn whole has no leg of its own order.
  const isWhole = row.leg !== null && withdrawn.some(({ leg }) => leg === row.leg);
  return [...(isWhole ? [] : own), ...withdrawn, ...rests];
}

/** Everything that a depositor has in the depository under one order, by the books. */
export async function readHeldParts(
  tx: Transaction,
  memory: OrderMemory,
  chainId: number,
  { orderId, depositor, currency }: Pick<ReclaimEvent, 'orderId' | 'depositor' | 'currency'>,
): Promise<readonly DepositPart[]> {
  const deposits = await tx.query<DepositRow>(depositsStatement, [
    chainId,
    hashBytes(orderId),
    depositor,
    currency,
  ]);
  if (deposits.length === 0) return [];
  const ids = [
    chainId,
    deposits.map(({ tx_id: txId }) => txId),
    deposits.map(({ ordinal }) => ordinal),
  ];
  const settlements = await tx.query<SettlementRow>(settlementsStatement, ids);
  const withdrawn = await tx.query<WithdrawnRow>(withdrawnStatement, ids);
  const facts = (await readOrders(tx, memory, [orderId])).get(orderId);
  return deposits.flatMap((row): readonly DepositPart[] => {
    const deposit = { chainId, txId: row.tx_id, ordinal: row.ordinal, currency };
    if (row.outcome === 'suspense') {
      const { amount, owner, reason } = row;
      const standing = reason === 'DEPOSIT_REORGED' ? 'suspense' : 'withdrawable';
      return [{ orderId: owner, deposit, leg: '', amount, standing, intent: undefined }];
    }
    const happened: Happened = {
      settlements: settlements.filter(
        (one) => one.deposit_tx_id === row.tx_id && one.deposit_ordinal === row.ordinal,
      ),
      withdrawn: withdrawn.filter((one) => one.tx_id === row.tx_id && one.ordinal === row.ordinal),
    };
    const own = legsOf(row, depositKey(deposit), facts).map((leg) => ({
      ...leg,
      order_id: row.owner,
    }));
    return dividedOf(row, own, happened).flatMap(({ order_id: owner, leg, amount }) => {
      const settlement = happened.settlements.find(
        (one) => one.order_id === owner && one.leg === leg,
      );
      const standing = standingOf(amount, settlement);
      return standing === undefined
        ? []
        : [{ orderId: owner, deposit, leg, ...standing, intent: settlement?.intent }];
    });
  });
}
