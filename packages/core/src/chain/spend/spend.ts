import type { SpendAllowance } from './allowance.js';
import type { AuthorizationFate, PaymentAuthorization } from './authorization.js';
import type { FillIntent, TransactionIntent } from './intents.js';
import type { PaymentMarkers } from './markers.js';
import type { Simulation } from './simulation.js';
import type {
  BroadcastResult,
  InspectedTransaction,
  SignedTransaction,
  TransactionOutcome,
} from './transaction.js';

/** Whether so much may be paid for a transaction now; native currency, smallest units. */
export type CoversCost = (cost: bigint) => boolean;

/** Everything that spends on a chain. */
export interface Spend {
  /** The account that pays. */
  readonly sender: string;
  /**
   * The sequence that the chain expects next from the sender; where the chain does not count, one
   * more than the last that was sent.
   */
  nextSequence(signal?: AbortSignal): Promise<bigint>;
  /**
   * The sequence after the last that is in a block; absent where the chain does not count, or does
   * not tell both.
   */
  minedSequence?(signal?: AbortSignal): Promise<bigint>;
  /**
   * Whether the chain counts the sender's transactions, also those of another holder of its key; it
   * does unless this says no.
   */
  readonly countsSequences?: boolean | undefined;
  /**
   * Spends coins rather than a balance: what others that may still land spend, it must not. Then
   * `prepare`, `bump` and `cancel` are handed every transaction of the sender that may still land,
   * read under a lock that holds until what they sign is stored: no other process signs meanwhile.
   */
  readonly holdsCoins?: boolean | undefined;
  /**
   * Which of these could be signed together now, each with the coins that those before it leave;
   * from memory, without a network call. One that could not waits for a block, and the others do
   * not wait for it. Absent where a balance is enough.
   *
   * @param open - transactions of the sender that may still land
   */
  canFund?(
    intents: readonly TransactionIntent[],
    open: readonly SignedTransaction[],
  ): readonly boolean[];
  /**
   * Allowances by which contracts take what the sender pays and moves, by the word of a quorum; a
   * currency that tells none is left out. Those that are low are renewed by calls of the outbox,
   * and a payment waits for the one that it needs. Absent where nothing needs one.
   *
   * @throws PortageError where no quorum tells the same of each
   */
  allowances?(signal?: AbortSignal): Promise<readonly SpendAllowance[]>;
  /**
   * Outcomes of payments on top of the newest block, one answer each. Asked before gas is spent
   * on a payment that depends on others: on pools, or on calls. Absent where nothing does. Only
   * what the chain itself refuses `reverts`; where no endpoint can tell, it is `unknown`.
   */
  simulate?(
    intents: readonly TransactionIntent[],
    signal?: AbortSignal,
  ): Promise<readonly Simulation[]>;
  /**
   * The same for fills, with what each of them brings where an endpoint tells it. Absent where no
   * fill depends on pools.
   */
  simulateFills?(
    fills: readonly FillIntent[],
    signal?: AbortSignal,
  ): Promise<readonly Simulation[]>;
  /**
   * Weights by which the payments of one transaction bear its fee, in the order of their sequences;
   * none of a transaction without a payment. There where the chain joins payments, and absent where
   * each is a transaction of its own: then one that is signed pays several intents, `prepare` gives
   * it for each of them, with one id, the same bytes, and the sequence of the intent. All others
   * are asked once for all of it, by its lowest sequence: `bump` pays exactly what the bytes of the
   * one before paid, and `cancel` none of it.
   */
  feeWeights?(transaction: SignedTransaction): readonly bigint[];
  /**
   * Signs intents with consecutive sequences. No network call: fees come from memory.
   *
   * @param open - transactions of the sender that may still land; of a sender that holds coins
   * @throws PortageError `SERVICE_UNAVAILABLE` where the coins for one of them are not there
   */
  prepare(
    intents: readonly TransactionIntent[],
    firstSequence: bigint,
    open?: readonly SignedTransaction[],
  ): Promise<readonly SignedTransaction[]>;
  /**
   * The same payment again with the same sequence, so that one of them lands: with a higher fee,
   * or, where what is signed expires, signed anew once `previous` has expired. `previous` itself
   * while nothing may take its place: the fee is at its ceiling, it may still land as it is, or
   * what would take its place costs more than is covered.
   *
   * @param covers - asked with the cost of what is about to be signed, as `Gas.estimate` counts it:
   *   nothing dearer than `previous` is signed where it says no. Without it every cost is covered
   */
  bump(
    intent: TransactionIntent,
    previous: SignedTransaction,
    open?: readonly SignedTransaction[],
    covers?: CoversCost,
  ): Promise<SignedTransaction>;
  /**
   * A transaction without a payment that uses up a sequence. Where the one that holds the sequence
   * is at hand it is outbid for certain; without it a guess is made from the market. `previous`
   * itself while nothing may take its place.
   *
   * @throws PortageError `SERVICE_UNAVAILABLE` while the one that holds the sequence cannot be
   *   outbid
   */
  cancel(
    sequence: bigint,
    previous?: SignedTransaction,
    open?: readonly SignedTransaction[],
  ): Promise<SignedTransaction>;
  /** Sends bytes that are already stored, in order, one answer each. */
  broadcast(
    transactions: readonly SignedTransaction[],
    signal?: AbortSignal,
  ): Promise<readonly BroadcastResult[]>;
  /**
   * Looks transactions up, one answer each. Without its bytes one is only found: the coins that it
   * spends are not known then.
   */
  inspect(
    transactions: readonly InspectedTransaction[],
    signal?: AbortSignal,
  ): Promise<readonly TransactionOutcome[]>;
  /**
   * Fates of authorizations, one answer each, at a block that is final by the word of a quorum.
   * Money that was authorized once goes into no other payment before it answers `expired`. Absent
   * where only the sender's own transaction can pay: there its end says all.
   */
  authorizationFates?(
    authorizations: readonly PaymentAuthorization[],
    signal?: AbortSignal,
  ): Promise<readonly AuthorizationFate[]>;
  /**
   * Markers that payments leave on the chain, at the sender's cost. Absent where nothing that is
   * left there costs rent.
   */
  readonly markers?: PaymentMarkers | undefined;
}
