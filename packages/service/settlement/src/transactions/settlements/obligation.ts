import type { DepositId } from '../../kit/depositId.js';
import type { StoredClaimIntent } from './claimIntent.js';
import type { StoredCollectionIntent } from './collectionIntent.js';
import type { PayoutIntent } from './payoutIntent.js';
import type { StoredRelayIntent } from './relayIntent.js';
import type { StoredRebalanceIntent } from './rebalanceIntent.js';

/**
 * Parts of an obligation by its kind: the intent, stored as JSON in its settlement, and the members
 * that only this kind has.
 */
interface ObligationParts {
  /** A fill or a refund. */
  payout: {
    readonly intent: PayoutIntent;
    /**
     * Payment that its settlement makes now. Where that is another than the purpose of the
     * transaction, the settlement went on to another payment after its failure, which a reorg took
     * back; nothing is held for it.
     */
    readonly pays: 'fill' | 'refund';
    readonly deposit: DepositId;
  };
  /** A call of ours; it pays for no settlement of a payment. */
  relay: { readonly intent: StoredRelayIntent };
  /** Earnings that are collected. */
  collection: { readonly intent: StoredCollectionIntent };
  /** Inventory that is sent to another chain. */
  rebalance: { readonly intent: StoredRebalanceIntent };
  /** App fees that are paid out. */
  claim: { readonly intent: StoredClaimIntent };
}

/** Kind of what the solver owes to do on a chain, once. */
export type ObligationKind = keyof ObligationParts;

/** Obligation of the solver on a chain, met once: the settlement that a transaction is for. */
export type Obligation<Kind extends ObligationKind = ObligationKind> = {
  [K in Kind]: ObligationParts[K] & {
    readonly kind: K;
    readonly orderId: string;
    readonly leg: string;
    /** Native currency that is held for gas, in smallest units. */
    readonly gasReserved: bigint;
  };
}[Kind];

/** Name of an obligation in its settlement, and in the outbox beside its bytes. */
export type Purpose = Exclude<ObligationKind, 'payout'> | Obligation<'payout'>['pays'];

/** Intent of an obligation as its settlement stores it, in JSON. */
export type StoredIntent = Obligation['intent'];
