import type { FillIntent } from '@portage/core/chain';
import type { Queryable, Transaction } from '@portage/database';
import type { SettlementContext } from '../../books/context.js';
import { readClaimable, type AppFeeAccount } from '../../books/ledger/readClaimable.js';
import type { Signing, StoredTransaction } from '../../transactions/outbox/signedTransactions.js';
import type { StoredClaim } from './claim.js';
import { countRevertedClaims } from './countRevertedClaims.js';
import { endClaims, type RefusedClaim } from './endClaims.js';
import { openClaim, type OpenClaimOptions, type OpenedClaim } from './openClaim.js';
import { prepareClaim, type NewClaim } from './prepareClaim.js';
import { readClaim, readClaimsPage, type ClaimsPage, type ClaimsQuery } from './readClaims.js';
import { reserveClaims, type MadeClaim } from './reserveClaims.js';
import { takeDueClaims, type DueClaim, type TakeClaimsOptions } from './takeDueClaims.js';

/** App fees that their wallets claim. */
export interface Claims {
  /** The part of a balance that its wallet may claim now, in smallest units. */
  claimable(of: AppFeeAccount): Promise<bigint>;
  /** Claims of a wallet whose payments reverted on their chain within an hour. */
  countReverted(wallet: string): Promise<number>;
  /** Stores a claim for its wallet's owner to sign. */
  prepare(claim: NewClaim): Promise<void>;
  /** Takes the signature of a claim in, once: what is left to do is the solver's. */
  open(id: string, options: OpenClaimOptions): Promise<OpenedClaim>;
  /** A claim; undefined for an id that is none. */
  find(id: string): Promise<StoredClaim | undefined>;
  /**
   * Claims of a wallet, newest first. @throws PortageError `INVALID_REQUEST` for a continuation
   * that is not ours
   */
  list(query: ClaimsQuery): Promise<ClaimsPage>;
  /** Takes due ones of a chain, for as long as the transaction lasts. */
  take(tx: Transaction, options: TakeClaimsOptions): Promise<readonly DueClaim[]>;
  /** Makes payments durable before they are sent: settlement, amount, gas, signed bytes. */
  reserve(
    tx: Transaction,
    signing: Signing<FillIntent>,
    made: readonly MadeClaim[],
  ): Promise<readonly StoredTransaction[]>;
  /** Writes due ones that are not paid now. */
  end(tx: Transaction, sender: string, refused: readonly RefusedClaim[]): Promise<void>;
}

/** Makes the verbs of claims. */
export function createClaims(database: Queryable, settlement: SettlementContext): Claims {
  return {
    claimable: (of) => readClaimable(database, of),
    countReverted: (wallet) => countRevertedClaims(database, wallet),
    prepare: (claim) => prepareClaim(database, claim),
    open: (id, options) => openClaim(settlement, id, options),
    find: (id) => readClaim(database, id),
    list: (query) => readClaimsPage(database, query),
    take: takeDueClaims,
    reserve: reserveClaims,
    end: (tx, sender, refused) => endClaims(tx, settlement, sender, refused),
  };
}
