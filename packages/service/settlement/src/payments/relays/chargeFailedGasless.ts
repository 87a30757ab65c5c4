import { Money } from '@portage/core';
import type { Statement, Transaction } from '@portage/database';
import type { SettlementContext } from '../../books/context.js';
import {
  gaslessChargeEntry,
  type GaslessCharge,
} from '../../books/ledger/entries/sponsorEntries.js';
import { lockSponsors } from '../../books/ledger/readSponsors.js';
import type { GaslessSponsor } from '../../orders/requests/executionTerms.js';
import { undecidedDepositText } from './payingDepositText.js';

/**
 * Gasless deposits of a sponsor that cost gas and brought nothing in: their request failed; or it
 * was paid back, or its time has passed for ten minutes, and no deposit paid for the order. A week
 * is looked back, for a sponsor whose balance did not cover them.
 */
const failedStatement: Statement = {
  name: 'gasless_failed',
  text: `
with burned as (
  select o.order_id, w.status, min(o.sender) as sender, sum(o.gas_cost) as gas_cost from outbox o join request_states w using (order_id)
    where o.leg = 'gasless' and o.purpose = 'relay' and o.state in ('mined', 'reverted') and o.entry_id is not null and o.chain_id = $1
      and o.stored_at > (select clock_timestamp() - interval '7 days') and w.status <> 'success'
    group by o.order_id, w.status
)
select hash_text(b.order_id) as order_id, b.sender, b.gas_cost, q.execution_terms -> 'gaslessSponsor' as sponsor
  from burned b join requests q using (order_id)
  where q.execution_terms -> 'gaslessSponsor' is not null
    and (b.status = 'failure' or (b.status = 'refund' or q.fill_by < clock_timestamp() - interval '10 minutes') and not ${undecidedDepositText})
    and not exists (select 1 from ledger_entries e where e.kind = 'gasless charge' and e.ref = hash_text(b.order_id))
  order by b.order_id`,
};

interface FailedRow {
  readonly order_id: string;
  readonly sender: string;
  readonly gas_cost: bigint;
  readonly sponsor: GaslessSponsor;
}

/**
 * Charges sponsors for the gas that their gasless deposits burned on a chain for nothing, at the
 * price of their quotes; each once, and only where the balance covers it.
 *
 * @returns the charges that were booked
 */
export async function chargeFailedGasless(
  settlement: Pick<SettlementContext, 'transaction' | 'ledger'>,
  chainId: number,
): Promise<readonly GaslessCharge[]> {
  return settlement.transaction(async (tx) => {
    const charges = await readCharges(tx, chainId);
    if (charges.length === 0) return [];
    const balances = await lockSponsors(tx, [...new Set(charges.map(({ account }) => account))]);
    const covered = takeCovered(charges, balances);
    const booked = new Set(await settlement.ledger.book(tx, covered.map(gaslessChargeEntry)));
    return covered.filter(({ orderId }) => booked.has(orderId));
  });
}

async function readCharges(tx: Transaction, chainId: number): Promise<readonly GaslessCharge[]> {
  const rows = await tx.query<FailedRow>(failedStatement, [chainId]);
  return rows.map(({ order_id: orderId, sender, gas_cost: gasCost, sponsor }) => ({
    orderId,
    account: sponsor.account,
    solver: sender,
    microUsd: Money.usdUp(gasCost, sponsor.decimals, { usdE12: BigInt(sponsor.usdE12) }),
  }));
}

/** Charges that the balances cover, one after the other. Pure. */
function takeCovered(
  charges: readonly GaslessCharge[],
  balances: ReadonlyMap<string, bigint>,
): readonly GaslessCharge[] {
  const left = new Map(balances);
  return charges.filter(({ account, microUsd }) => {
    const rest = (left.get(account) ?? 0n) - microUsd;
    if (rest < 0n || microUsd === 0n) return false;
    left.set(account, rest);
    return true;
  });
}
