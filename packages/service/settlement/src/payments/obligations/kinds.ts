import type { TransactionIntent } from '@portage/core/chain';
import { gasEntry } from '../../books/ledger/entries/payoutEntries.js';
import { noEffects, type SettlementEffects } from '../../transactions/effects/settlementEffects.js';
import {
  spentGas,
  toBooked,
  type EndedTransaction,
  type SettlingContext,
} from '../../transactions/outbox/endedTransaction.js';
import type { OutboxRow, RowOf } from '../../transactions/outbox/readOutbox.js';
import { toClaimIntent } from '../../transactions/settlements/claimIntent.js';
import { toCollectionIntent } from '../../transactions/settlements/collectionIntent.js';
import type { Obligation, ObligationKind } from '../../transactions/settlements/obligation.js';
import { toPaymentIntent } from '../../transactions/settlements/payoutIntent.js';
import { toRelayIntent } from '../../transactions/settlements/relayIntent.js';
import { toRebalanceIntent } from '../../transactions/settlements/rebalanceIntent.js';
import { failClaim, settleClaim } from '../claims/settleClaim.js';
import { failCollection, settleCollection } from '../collections/settleCollection.js';
import { failPayout } from '../payouts/failPayout.js';
import { settlePayout } from '../payouts/settlePayout.js';
import { failRelay, settleRelay } from '../relays/settleRelay.js';
import { failRebalance, settleRebalance } from '../rebalances/settleRebalance.js';

/** All that one kind of obligation is, beside how it comes to be. Pure. */
interface KindRules<Kind extends ObligationKind> {
  /** Intent for its chain, from what is stored of it. */
  readonly toIntent: (obligation: Obligation<Kind>) => TransactionIntent;
  /** Effects of the final end of a transaction of it. */
  readonly settle: (
    context: SettlingContext,
    ended: EndedTransaction<RowOf<Kind>>,
  ) => SettlementEffects;
  /** Effects where none of its transactions can land any more. */
  readonly fail: (context: SettlingContext, row: RowOf<Kind>) => SettlementEffects;
}

const kinds: { readonly [Kind in ObligationKind]: KindRules<Kind> } = {
  payout: {
    toIntent: ({ orderId, intent }) => toPaymentIntent(orderId, intent),
    settle: settlePayout,
    fail: (context, row) => failPayout(context, row, false),
  },
  relay: {
    toIntent: (obligation) => toRelayIntent(obligation, obligation.intent),
    settle: settleRelay,
    fail: failRelay,
  },
  collection: {
    toIntent: ({ orderId, intent }) => toCollectionIntent(orderId, intent),
    settle: settleCollection,
    fail: failCollection,
  },
  rebalance: {
    toIntent: (obligation) => toRebalanceIntent(obligation, obligation.intent),
    settle: settleRebalance,
    fail: failRebalance,
  },
  claim: {
    toIntent: ({ orderId, intent }) => toClaimIntent(orderId, intent),
    settle: settleClaim,
    fail: (context, row) => failClaim(context, row, 'TRANSACTION_NOT_INCLUDED'),
  },
};

/** Intent that meets an obligation on its chain. Pure. */
export function obligationIntent<Kind extends ObligationKind>(
  obligation: Obligation<Kind>,
): TransactionIntent {
  return kinds[obligation.kind].toIntent(obligation);
}

function isOwing(row: OutboxRow): row is RowOf<ObligationKind> {
  return row.obligation !== undefined;
}

function settleOwing<Kind extends ObligationKind>(
  context: SettlingContext,
  ended: EndedTransaction<RowOf<Kind>>,
): SettlementEffects {
  return kinds[ended.row.obligation.kind].settle(context, ended);
}

/** Effects of the final end of a transaction, whatever it was for. Pure. */
export function settleTransaction(
  context: SettlingContext,
  ended: EndedTransaction,
): SettlementEffects {
  const { row, outcome } = ended;
  if (isOwing(row)) return settleOwing(context, { row, outcome });
  const { chain } = context;
  return {
    ...noEffects,
    entries: gasEntry(toBooked(chain, ended)),
    inventory: [spentGas(chain, ended)],
  };
}

function failOwing<Kind extends ObligationKind>(
  context: SettlingContext,
  row: RowOf<Kind>,
): SettlementEffects {
  return kinds[row.obligation.kind].fail(context, row);
}

/** Effects where no transaction can land any more of what a row is for. Pure. */
export function failTransaction(context: SettlingContext, row: OutboxRow): SettlementEffects {
  return isOwing(row) ? failOwing(context, row) : noEffects;
}
