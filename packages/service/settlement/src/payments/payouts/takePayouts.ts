import type { FailReason, OrderData, RequestStatus } from '@portage/core';
import type { DepositEvent, PaymentAuthorization } from '@portage/core/chain';
import type { Lease } from '@portage/database';
import type { Statement, Transaction } from '@portage/database';
import { depositoryName } from '../../kit/depositoryName.js';
import { hashArray } from '../../kit/hashId.js';
import type { OrderMemory } from '../../orders/requests/createOrderCache.js';
import type { ExecutionTerms } from '../../orders/requests/executionTerms.js';
import { toDepositEvent, type DepositEventRow } from '../../chains/deposits/readOpenDeposits.js';
import { underReclaimText } from '../../chains/deposits/reclaims/underReclaimText.js';
import type { PayoutIntent } from '../../transactions/settlements/payoutIntent.js';
import type { PayoutJob } from '../../kit/jobs/payoutJob.js';
import { readBurnedGas, type BurnedGas } from '../../transactions/outbox/readBurnedGas.js';
import { readMadePayments, type MadePayment } from './readMadePayments.js';

/** A job of a payment with everything that the decision needs. */
export interface DuePayout {
  readonly jobId: number;
  readonly job: PayoutJob;
  readonly order: OrderData;
  /** Bookings of a fill beside the payment; none for most orders. */
  readonly executionTerms?: ExecutionTerms | undefined;
  readonly status: RequestStatus;
  /** Payer that the quote was asked for; undefined for a withdrawal. */
  readonly payer?: string | undefined;
  /** Id of the API key of the quote; undefined without one. */
  readonly apiKeyId?: string | undefined;
  /** Milliseconds since 1970. */
  readonly fillBy: number;
  readonly deposit: DepositEvent;
  /** The deposit is final at this moment. */
  readonly isFinal: boolean;
  /** Milliseconds since its deposit became final, by the database's clock. */
  readonly waitedMs: number;
  readonly settlement:
    | { readonly kind: 'fill' | 'refund'; readonly settled: boolean; readonly intent: PayoutIntent }
    | undefined;
  /** Transactions of the settlement that may still land or did. */
  readonly live: number;
  /** Times that it failed in a simulation. */
  readonly attempts: number;
  /** Transactions of the job's kind that are proven to have failed. */
  readonly reverted: number;
  /**
   * Of an order with calls: fills with or without calls of the same payer that failed on a chain
   * within the last hour.
   */
  readonly revertedOfPayer: number;
  /**
   * Gas of fills of the order that reverted, in smallest units of the native currency of its
   * destination. Default: none.
   */
  readonly revertedGas?: bigint | undefined;
  /**
   * Gas that the solver's sweep of the deposit cost, in smallest units of the native currency of
   * its chain; shared among the deposits that it brought in. Read for refunds; undefined where the
   * solver swept nothing, and for a withdrawal.
   */
  readonly sweepGas?: bigint | undefined;
  /** The cost of that sweep is not known yet. */
  readonly isSweepOpen?: boolean | undefined;
  /** Gas that calls of other orders cost on the chain; counted for orders with calls. */
  readonly burnedGas: BurnedGas;
  /** The least that the recipient of a withdrawal gets, in smallest units; absent for an order. */
  readonly withdrawalMinimum?: bigint | undefined;
  /** The last comparison found less of the currency in the depository than the books say. */
  readonly isDepositoryShort?: boolean | undefined;
  /**
   * Milliseconds since the depository was last compared with the books, by the database's clock;
   * undefined where it never was.
   */
  readonly comparedAgeMs?: number | undefined;
  /** A payment of the order by our solver was seen. */
  readonly filled: boolean;
  /** The payment itself, where it was made before the database was put back to an older state. */
  readonly made?: MadePayment | undefined;
  /**
   * Signatures for its payment that any account may have carried out: the last of each nonce. None
   * where nothing was signed for it.
   */
  readonly authorizations?: readonly PaymentAuthorization[] | undefined;
  /** The chain of the deposit is halted. */
  readonly isOriginHalted: boolean;
  /** The depositor asked the depository for its money back. */
  readonly isUnderReclaim: boolean;
  /** Unix seconds up to which the chain of the deposit is read, by its own clock. */
  readonly originTime: number;
}

/** Which payments are taken. */
export interface TakeOptions {
  readonly chainId: number;
  readonly limit: number;
  readonly lease: Lease;
  /** Memory of orders that were judged in this process. */
  readonly orders: OrderMemory;
}

interface DueRow extends DepositEventRow {
  job_id: number;
  job_order_id: string;
  kind: 'fill' | 'refund';
  leg: string;
  deposit_chain_id: number;
  job_amount: bigint;
  reason: FailReason;
  is_late: boolean;
  execution_terms: ExecutionTerms | null;
  status: RequestStatus;
  request_payer: string | null;
  api_key_id: string | null;
  fill_by: number;
  is_final: boolean;
  waited_ms: number | null;
  settlement_kind: 'fill' | 'refund' | null;
  settled: boolean;
  intent: PayoutIntent | null;
  attempts: number;
  live: number;
  reverted: number;
  reverted_gas: bigint;
  sweep_gas: bigint | null;
  is_sweep_open: boolean | null;
  withdrawal_minimum: bigint | null;
  depository_short: boolean | null;
  compared_age_ms: number | null;
  filled: boolean;
  may_be_made: boolean;
  authorizations: readonly PaymentAuthorization[] | null;
  origin_halted: boolean;
  under_reclaim: boolean;
  origin_time: number | null;
}

/**
 * Due payments of a chain with all that a decision goes by, in one round trip under the lease. Each
 * part finds one row or none for a payment, by an index that begins with what is asked for, so a
 * batch costs as much however long the tables are:
 *
 * | part | what it tells | by |
 * | --- | --- | --- |
 * | lease | the process may still pay here; kept until the end | `leases_pkey` |
 * | due | payments in the order of the index; locked ones are passed over | `jobs_payouts_due` |
 * | r | what was quoted; absent for a withdrawal | `requests_order_id_key` |
 * | w | how far its request has come | `request_states_pkey` |
 * | v, p | the withdrawal and its part; absent for an order | primary keys |
 * | d | the deposit that pays for it | `deposits_pkey` |
 * | s | what was signed for it, if anything | `settlements_pkey` |
 * | c | the last comparison of the depository with the books | `balance_counts_pkey` |
 * | x | transactions of its settlement, counted | `outbox_settlement` |
 * | g | what our sweep of the deposit cost, if there was one | `outbox_pkey` |
 * | filled, may_be_made | payments that were seen and not booked | `fills_order`, `…_unbooked` |
 */
const takeStatement: Statement = {
  name: 'payouts_take',
  isReading: true,
  text: `
with lease as (
  select 1 from leases where name = $3 and epoch = $4 and expires_at > clock_timestamp() for share
), due as (
  select id, kind, order_id, leg, deposit_chain_id, deposit_tx_id, deposit_ordinal, amount, reason, is_late, attempts, run_at from jobs
    where kind in ('fill', 'refund') and chain_id = $1 and run_at <= clock_timestamp()
      and exists (select 1 from lease)
      and not exists (select 1 from chain_cursors c where c.chain_id = $1 and c.halted_reason is not null)
    order by run_at, id limit $2 for update skip locked
)
select due.id as job_id, due.kind, due.leg, due.deposit_chain_id, due.amount as job_amount, due.reason, due.is_late, due.attempts, due.order_id as job_order_id, r.execution_terms, coalesce(w.status, 'pending') as status, r.payer as request_payer, r.api_key_id, coalesce(r.fill_by, v.expires_at) as fill_by, p.minimum as withdrawal_minimum,
    c.balance < c.books as depository_short, 1000 * extract(epoch from clock_timestamp() - c.counted_at)::float8 as compared_age_ms,
    d.tx_id, d.ordinal, d.height, d.block_hash, d.order_id, d.depositor, d.payer, d.currency, d.amount,
    d.state = 'final' as is_final, 1000 * extract(epoch from clock_timestamp() - d.final_at)::float8 as waited_ms,
    s.kind as settlement_kind, s.settled_at is not null as settled, s.intent,
    x.live::int, x.reverted::int, x.reverted_gas,
    exists (select 1 from fills f where f.order_id = r.order_id and f.matched and f.state = 'seen') as filled,
    case
      when due.kind = 'fill' then s.kind is null and exists (select 1 from fills f where f.order_id = r.order_id and f.unbooked)
      when s.kind is null then exists (select 1 from releases x where x.order_id = d.order_id and x.unbooked)
      else x.authorizations is not null and exists (select 1 from releases q join outbox b on b.chain_id = q.chain_id and b.authorization_nonce = q.nonce
        where q.chain_id = due.deposit_chain_id and q.unbooked and b.order_id = s.order_id and b.leg = s.leg and b.purpose = 'refund')
    end as may_be_made,
    x.authorizations,
    g.sweep_gas, g.is_sweep_open,
    exists (select 1 from chain_cursors c where c.chain_id = d.chain_id and c.halted_reason is not null) as origin_halted,
    ${underReclaimText} as under_reclaim,
    (select c.time from chain_cursors c where c.chain_id = d.chain_id) as origin_time
  from due
  left join requests r on r.order_id = due.order_id
  left join request_states w on w.order_id = r.order_id
  left join withdrawals v on v.id = due.order_id
  left join withdrawal_parts p on p.withdrawal_id = v.id and p.leg = due.leg
  join deposits d on d.chain_id = due.deposit_chain_id and d.tx_id = due.deposit_tx_id and d.ordinal = due.deposit_ordinal
  left join settlements s on s.order_id = due.order_id and s.leg = due.leg
  left join balance_counts c on c.chain_id = d.chain_id and c.account = '${depositoryName}' and c.currency = d.currency
  left join lateral (
    select count(*) filter (where b.state in ('stored', 'sent', 'mined')) as live, count(*) filter (where b.state = 'reverted' and b.purpose = due.kind) as reverted,
        coalesce(sum(b.gas_cost) filter (where b.state = 'reverted' and b.purpose = 'fill'), 0) as reverted_gas,
        (select jsonb_agg(a) from (
          select c.authorization_nonce as nonce, max(c.authorization_expiry) as expiry from outbox c
            where c.order_id = s.order_id and c.leg = s.leg and c.purpose = 'refund' and c.authorization_nonce is not null group by 1
        ) a) as authorizations
      from outbox b where b.order_id = s.order_id and b.leg = s.leg
  ) x on true
  left join lateral (
    select b.state in ('stored', 'sent') as is_sweep_open,
        div(b.gas_cost, (select count(*) from deposits t where t.chain_id = d.chain_id and t.tx_id = d.tx_id)) as sweep_gas
      from outbox b where due.kind = 'refund' and v.id is null and b.chain_id = d.chain_id and b.tx_id = d.tx_id and b.leg like 'sweep:%' limit 1
  ) g on true
  where r.order_id is not null or v.id is not null
  order by due.run_at, due.id`,
};

const revertedStatement: Statement = {
  name: 'payouts_reverted',
  isReading: true,
  text: `
select t.order_id, count(*)::int as reverted from unnest($1::bytea[]) as t (order_id)
  join requests r on r.order_id = t.order_id
  join requests q on q.payer = r.payer and q.created_at > clock_timestamp() - interval '1 hour'
  join outbox b on b.order_id = q.order_id and b.purpose = 'fill' and b.state = 'reverted'
  group by t.order_id`,
};

/** Calls that failed on a chain. */
interface RevertedCalls {
  /** Failed fills of the payers of orders with calls, by order. */
  readonly ofPayer: ReadonlyMap<string, number>;
  readonly burnedGas: BurnedGas;
}

/**
 * Failed fills of the payers of orders that could be made to fail on purpose: those with calls. The
 * others are not asked for.
 */
async function readReverted(
  tx: Transaction,
  chainId: number,
  orders: ReadonlyMap<string, OrderData>,
): Promise<RevertedCalls> {
  const calling = [...orders].filter(([, { output }]) => output.calls.length > 0).map(([id]) => id);
  if (calling.length === 0) return { ofPayer: new Map(), burnedGas: { burned: 0n, open: 0n } };
  const [rows, burnedGas] = await Promise.all([
    tx.query<{ order_id: string; reverted: number }>(revertedStatement, [hashArray(calling)]),
    readBurnedGas(tx, chainId),
  ]);
  return { ofPayer: new Map(rows.map((row) => [row.order_id, row.reverted])), burnedGas };
}

/**
 * Takes due payments of a chain, oldest first, for as long as the transaction lasts: other solvers
 * pass them over, and a process that dies gives them back. Nothing is taken when the lease no
 * longer holds or the chain is halted.
 */
export async function takePayouts(
  tx: Transaction,
  options: TakeOptions,
): Promise<readonly DuePayout[]> {
  const { chainId, limit, lease } = options;
  const rows = await tx.query<DueRow>(takeStatement, [chainId, limit, lease.name, lease.epoch]);
  if (rows.length === 0) return [];
  const orders = await options.orders.read(
    tx,
    rows.map((row) => row.job_order_id),
  );
  const [reverted, made] = await Promise.all([
    readReverted(tx, chainId, orders),
    readMadePayments(
      tx,
      rows.flatMap((row) => (row.may_be_made ? [{ jobId: row.job_id, kind: row.kind }] : [])),
    ),
  ]);
  return rows.flatMap((row): readonly DuePayout[] => {
    const order = orders.get(row.job_order_id);
    return order === undefined
      ? []
      : [{ ...toDue(row, chainId, order, reverted), made: made.get(row.job_id) }];
  });
}

function toDue(
  row: DueRow,
  chainId: number,
  order: OrderData,
  { ofPayer, burnedGas }: RevertedCalls,
): DuePayout {
  return {
    jobId: row.job_id,
    job: {
      kind: row.kind,
      orderId: row.job_order_id,
      leg: row.leg,
      chainId,
      deposit: { chainId: row.deposit_chain_id, txId: row.tx_id, ordinal: row.ordinal },
      amount: row.job_amount,
      reason: row.reason,
      isLate: row.is_late,
    },
    order,
    executionTerms: row.execution_terms ?? undefined,
    status: row.status,
    payer: row.request_payer ?? undefined,
    apiKeyId: row.api_key_id ?? undefined,
    fillBy: row.fill_by,
    deposit: toDepositEvent(row),
    isFinal: row.is_final,
    waitedMs: row.waited_ms ?? 0,
    settlement:
      row.settlement_kind === null || row.intent === null
        ? undefined
        : { kind: row.settlement_kind, settled: row.settled, intent: row.intent },
    attempts: row.attempts,
    live: row.live,
    reverted: row.reverted,
    revertedGas: row.reverted_gas,
    sweepGas: row.sweep_gas ?? undefined,
    isSweepOpen: row.is_sweep_open === true,
    revertedOfPayer: ofPayer.get(row.job_order_id) ?? 0,
    burnedGas,
    withdrawalMinimum: row.withdrawal_minimum ?? undefined,
    isDepositoryShort: row.depository_short === true,
    comparedAgeMs: row.compared_age_ms ?? undefined,
    filled: row.filled,
    authorizations: row.authorizations ?? undefined,
    isOriginHalted: row.origin_halted,
    isUnderReclaim: row.under_reclaim,
    originTime: row.origin_time ?? 0,
  };
}
