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
import type { RowOf } from '../../transactions/outbox/readOutbox.js';
import type { Obligation } from '../../transactions/settlements/obligation.js';
import { sponsorAmount } from '../../orders/requests/executionTerms.js';
import { sponsorReturn } from '../../books/sponsors/sponsorReserveOf.js';
import { failPayout } from './failPayout.js';
import { closed } from '../../transactions/outbox/closed.js';
import { spentInventory, takenByPayout } from './takenByPayout.js';

type EndedPayout = EndedTransaction<RowOf<'payout'>>;

function earningOf({ orderId, intent }: Obligation<'payout'>): Earning {
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

function entriesOf(chain: LedgerChain, ended: EndedPayout): readonly Entry[] {
  const { row, outcome } = ended;
  const transaction = toBooked(chain, ended);
  const { obligation } = row;
  const { orderId, intent } = obligation;
  const isMade = outcome.status === 'mined';
  if (intent.type === 'refund' && isMade)
    return refundEntry(transaction, {
      orderId,
      asset: intent.credit.asset,
      credit: BigInt(intent.credit.amount),
      amount: BigInt(intent.amount),
      solver: intent.solver,
    });
  const paid = takenByPayout(obligation, chain).map(({ currency, amount }) => ({
    asset: ledgerAsset(chain.id, currency),
    amount,
  }));
  // The deposit of an abandoned fill went back already: what it pays is a loss.
  const earning = isAbandoned(row) ? undefined : earningOf(obligation);
  if (isMade) return fillEntry(transaction, { paid, earning });
  // A fill that reverted because the order is filled already, say before the database was restored:
  // only the deposit is left to be earned.
  return row.purpose === 'fill' && row.isFilled
    ? fillEntry(transaction, { paid: [], earning })
    : gasEntry(transaction);
}

/** Effects of the final end of a payout's transaction. Pure. */
export function settlePayout(context: SettlingContext, ended: EndedPayout): SettlementEffects {
  const { chain } = context;
  const { row, outcome } = ended;
  const { orderId, intent } = row.obligation;
  const isMade = outcome.status === 'mined';
  const spent = {
    ...noEffects,
    entries: entriesOf(chain, ended),
    inventory: [spentGas(chain, ended), ...(isMade ? spentInventory(chain, row) : [])],
  };
  if (isAbandoned(row)) return spent;
  const isPaid = isMade || (row.purpose === 'fill' && row.isFilled);
  if (!isPaid) return joinEffects([spent, failPayout(context, row, true)]);
  const entries = intent.type === 'fill' ? [] : sponsorReturn(orderId, intent.executionTerms);
  const taken = takenByPayout(row.obligation, chain);
  return joinEffects([spent, { ...closed(context, row, { taken, settled: true }), entries }]);
}
