import type { RelayIntent } from '@portage/core/chain';
import type { Queryable, Transaction } from '@portage/database';
import type { SettlementContext } from '../../books/context.js';
import { acceptSubmission, type Acceptance, type Submission } from './acceptSubmission.js';
import type { Signing, StoredTransaction } from '../../transactions/outbox/signedTransactions.js';
import { chargeFailedGasless } from './chargeFailedGasless.js';
import type { GaslessCharge } from '../../books/ledger/entries/sponsorEntries.js';
import { takeRelays, type DueRelay, type TakeRelaysOptions } from './takeRelays.js';
import { readOtherSignatures, type SignedPart } from './keepSignature.js';
import {
  readSubmissionUsage,
  type SubmissionUsage,
  type Submitter,
} from './readSubmissionUsage.js';
import { refuseRelays, type RefusedRelay } from './refuseRelays.js';
import { reserveRelays, type MadeRelay } from './reserveRelays.js';

/** Transactions that the solver sends for a payer or for us. */
export interface Relays {
  /** Takes due ones of a chain, for as long as the transaction lasts. */
  take(tx: Transaction, options: TakeRelaysOptions): Promise<readonly DueRelay[]>;
  /** Makes them durable before they are sent: settlements, gas, signed bytes. */
  reserve(
    tx: Transaction,
    signing: Signing<RelayIntent>,
    made: readonly MadeRelay[],
  ): Promise<readonly StoredTransaction[]>;
  /** Ends due ones without sending anything, or puts them off. */
  refuse(tx: Transaction, refused: readonly RefusedRelay[]): Promise<void>;
  /** Takes a payer's signature in, once, in one transaction. */
  accept(submission: Submission): Promise<Acceptance>;
  /** Kept signatures of an order beside one of its parts. */
  otherSignatures(signed: SignedPart): Promise<readonly string[]>;
  /** Submissions that brought nothing in, still open or of the last hour. */
  usage(submitter: Submitter): Promise<SubmissionUsage>;
  /** Charges sponsors for gas that their gasless deposits burned in vain; what was booked. */
  chargeFailedGasless(chainId: number): Promise<readonly GaslessCharge[]>;
}

/** Makes the verbs of relays. */
export function createRelays(
  database: Queryable,
  settlement: Pick<SettlementContext, 'transaction' | 'ledger' | 'hub' | 'jobs'>,
): Relays {
  return {
    take: takeRelays,
    reserve: reserveRelays,
    refuse: (tx, refused) => refuseRelays(tx, settlement, refused),
    accept: (submission) => acceptSubmission(settlement, submission),
    otherSignatures: (signed) => readOtherSignatures(database, signed),
    chargeFailedGasless: (chainId) => chargeFailedGasless(settlement, chainId),
    usage: (submitter) => readSubmissionUsage(database, submitter),
  };
}
