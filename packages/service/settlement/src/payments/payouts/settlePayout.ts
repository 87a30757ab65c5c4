import {
  joinEffects,
  noEffects,
  type SettlementEffects,
} from '../../transactions/effects/settlementEffects.js';
import { ledgerAsset, type LedgerChain } from '../../books/ledger/accounts.js';
import type { Entry } from '../../books/ledger/createLedger.js';
import {
  fillEntry,
  gasEntry,
  refundEntry,
  type Earning,
} from '../../books/ledger/entries/payoutEntries.js';
import {
  spentGas,
  toBooked,
  type EndedTransaction,
  type SettlingContext,
} from '../../transactions/outbox/endedTransaction.js';
import { isAbandoned } from '../../transactions/outbox/isAbandoned.js';
import type { OutboxRow } from '../../transactions/outbox/readOutbox.js';
import { sponsorAmount } from '../../orders/requests/executionTerms.js';
import { sponsorReturn } from '../../books/sponsors/sponsorReserveOf.js';
import { failPayout } from './failPayout.js';
import { outflowsOfPayout, releasedInventory, spentInventory } from './payoutInventory.js';

type SettledPayout = NonNullable<OutboxRow['payout']>;

function earningOf({ orderId, intent }: SettledPayout): Earning {
  const { credit, solver, executionTerms } = intent;
  return {
    orderId,
    asset: credit.asset,
    amount: BigInt(credit.amount),
    solver,
    appFees: (executionTerms?.appFees ?? []).map(({ account, amount }) => ({
      account,
      amount: BigInt(amount),
    })),
    sponsoredMicroUsd: sponsorAmount(executionTerms),
  };
}

function entriesOf(chain: LedgerChain, ended: EndedTransaction): readonly Entry[] {
  const { row, outcome } = ended;
  const transaction = toBooked(chain, ended);
  const { payout } = row;
  if (payout === undefined) return gasEntry(transaction);
  const { orderId, intent } = payout;
  const isMade = outcome.status === 'mined';
  if (intent.type === 'refund' && isMade)
    return refundEntry(transaction, {
      orderId,
      asset: intent.credit.asset,
      credit: BigInt(intent.credit.amount),
      amount: BigInt(intent.amount),
      solver: intent.solver,
    });
  const paid = outflowsOfPayout(chain, row).map(({ currency, amount }) => ({
    asset: ledgerAsset(chain.id, currency),
    amount,
  }));
  // The deposit of an abandoned fill went back already: what it pays is a loss.
  const earning = isAbandoned(row) ? undefined : earningOf(payout);
  if (isMade) return fillEntry(transaction, { paid, earning });
  // A fill that reverted because the order is filled already, say before the database was restored:
  // only the deposit is left to be earned.
  return row.purpose === 'fill' && row.isFilled
    ? fillEntry(transaction, { paid: [], earning })
    : gasEntry(transaction);
}

/** Effects of the final end of a payout's transaction. Pure. */
export function settlePayout(context: SettlingContext, ended: EndedTransaction): SettlementEffects {
  const { chain } = context;
  const { row, outcome } = ended;
  const { payout } = row;
  const entries = entriesOf(chain, ended);
  const isMade = outcome.status === 'mined';
  const inventory = [spentGas(chain, ended), ...(isMade ? spentInventory(chain, row) : [])];
  if (payout === undefined || isAbandoned(row)) return { ...noEffects, entries, inventory };
  const isPaid = isMade || (row.purpose === 'fill' && row.isFilled);
  if (!isPaid)
    return joinEffects([{ ...noEffects, entries, inventory }, failPayout(context, row, true)]);
  const { executionTerms } = payout.intent;
  const isFill = payout.intent.type === 'fill';
  return {
    ...noEffects,
    entries: isFill ? entries : [...entries, ...sponsorReturn(payout.orderId, executionTerms)],
    inventory: [...inventory, ...releasedInventory(chain, row)],
    settlements: [{ orderId: payout.orderId, leg: payout.leg, settled: true, gasReserved: 0n }],
  };
}
