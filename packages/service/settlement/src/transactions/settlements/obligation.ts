import type { DepositId } from '../../kit/depositId.js';
import type { StoredClaimIntent } from './claimIntent.js';
import type { StoredCollectionIntent } from './collectionIntent.js';
import type { PayoutIntent } from './payoutIntent.js';
import type { StoredRelayIntent } from './relayIntent.js';
import type { StoredTransferIntent } from './transferIntent.js';

/** What is stored beside each kind's name: as JSON in its settlement, and what only it has. */
interface ObligationParts {
  /** A fill or a refund. */
  payout: {
    readonly intent: PayoutIntent;
    /**
     * What its settlement pays now. Where that is another than the purpose of the transaction, the
     * settlement went on to something else after its failure, which a reorg took back; nothing is
     * held for it.
     */
    readonly pays: 'fill' | 'refund';
    readonly deposit: DepositId;
  };
  /** A call of ours; it pays for no settlement of a payment. */
  relay: { readonly intent: StoredRelayIntent };
  /** Earnings that are brought home. */
  collection: { readonly intent: StoredCollectionIntent };
  /** Inventory that is sent to another chain. */
  transfer: { readonly intent: StoredTransferIntent };
  /** App fees that are paid out. */
  claim: { readonly intent: StoredClaimIntent };
}

/** Kind of what the solver owes to do on a chain, once. */
export type ObligationKind = keyof ObligationParts;

/** What the solver owes to do on a chain, once: the settlement that a transaction is for. */
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

/** What a settlement stores of its obligation, as JSON. */
export type StoredIntent = Obligation['intent'];
