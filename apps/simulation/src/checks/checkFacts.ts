import type { Settlement } from '@portage/settlement';
import { liar } from '../chains/faultyObserve.js';
import type { World } from '../chains/createWorld.js';
import { sponsor, sponsorStart, type OrderPlan } from '../orders/planOrder.js';
import type { Breach } from './checkOrders.js';

/** Results of the checks of the books beyond the flows of money on the chains. */
export interface FactsChecked {
  readonly breaches: readonly Breach[];
  /** Requests by how the service says that they ended. */
  readonly statuses: Readonly<Record<string, number>>;
  /** Deposits of the chains without an outcome in the books. */
  readonly unattributedDeposits: number;
  /** Invented events that became money. */
  readonly liesAccepted: number;
  /** Most by which an entry of the ledger does not add up to nothing, in smallest units. */
  readonly ledgerImbalance: bigint;
  /** Micro-USD that a sponsor paid beyond what was signed. */
  readonly sponsorOvercharge: bigint;
}

const depositsText = `select chain_id || ' ' || tx_id || ' ' || ordinal as id from deposits where state = 'final'`;

const liesText = `
select (select count(*) from deposits where depositor = $1 and state = 'final')
  + (select count(*) from fills where recipient = $1 and matched) as count`;

const timeReasons = ['TTL_EXPIRED', 'PROTOCOL_DEADLINE_EXPIRED'];

const expiredText = `
select hash_text(order_id) as id, (extract(epoch from updated_at) * 1000)::float8 as at
  from request_states where fail_reason = any($1)`;

const imbalanceText = `
select coalesce(max(abs(total)), 0) as most
  from (select sum(amount) as total from ledger_postings group by entry_id, asset) sums`;

/** Places of all deposits that the chains hold. */
function depositsOf(world: World): readonly string[] {
  return world.chains.flatMap(({ kind, fake }) =>
    fake
      .blocks()
      .flatMap(({ transactions }) => transactions.flatMap(({ events }) => events))
      .filter(({ type }) => type === 'deposit')
      .map(({ txId, ordinal }) => `${String(kind.id)} ${txId} ${String(ordinal)}`),
  );
}

/** Orders of an episode, and those among them that were filled: only these charge a sponsor. */
export interface CheckedPlans {
  readonly plans: readonly OrderPlan[];
  readonly filled: readonly OrderPlan[];
}

/** Orders that ended because their time was over, before it was. */
async function endedEarly(
  settlement: Settlement,
  plans: readonly OrderPlan[],
): Promise<readonly string[]> {
  const times = new Map(plans.map(({ orderId, fillBy }) => [orderId, fillBy]));
  const rows = await settlement.query<{ id: string; at: number }>(expiredText, [timeReasons]);
  return rows.filter(({ id, at }) => at < (times.get(id) ?? 0)).map(({ id }) => id);
}

/** Reads what the service says of deposits, lies, sponsors and requests; all must be settled. */
export async function checkFacts(
  settlement: Settlement,
  world: World,
  { plans, filled }: CheckedPlans,
): Promise<FactsChecked> {
  const known = new Set((await settlement.query<{ id: string }>(depositsText)).map(({ id }) => id));
  const missing = depositsOf(world).filter((id) => !known.has(id));
  const [lies] = await settlement.query<{ count: number }>(liesText, [liar]);
  const [imbalance] = await settlement.query<{ most: bigint }>(imbalanceText);
  const early = await endedEarly(settlement, plans);
  const statuses = await settlement.query<{ status: string; count: number }>(
    'select status, count(*)::int as count from request_states group by status order by status',
  );
  const left = (await settlement.sponsors.balances([sponsor])).get(sponsor) ?? 0n;
  const allowed = filled.reduce((total, { sponsorCap }) => total + sponsorCap, 0n);
  const sponsorOvercharge = sponsorStart - left > allowed ? sponsorStart - left - allowed : 0n;
  const liesAccepted = lies?.count ?? 0;
  const ledgerImbalance = imbalance?.most ?? 0n;
  const rules: readonly (readonly [boolean, string, string])[] = [
    [missing.length > 0, 'each deposit of a chain is in the books', missing.join()],
    [early.length > 0, 'an order ends for its time when that is over', early.join()],
    [liesAccepted > 0, 'an invented event is no money', String(liesAccepted)],
    [ledgerImbalance > 0n, 'an entry of the ledger adds up to nothing', String(ledgerImbalance)],
    [sponsorOvercharge > 0n, 'a sponsor pays what was signed', String(sponsorOvercharge)],
  ];
  return {
    breaches: rules.flatMap(([isBroken, rule, subject]) => (isBroken ? [{ rule, subject }] : [])),
    statuses: Object.fromEntries(statuses.map(({ status, count }) => [status, count])),
    unattributedDeposits: missing.length,
    liesAccepted,
    ledgerImbalance,
    sponsorOvercharge,
  };
}
