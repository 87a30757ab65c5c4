import type { PaymentIntent } from '@portage/core/chain';
import type { Transaction } from '@portage/database';
import type { SettlementContext } from '../../books/context.js';
import type { LedgerChain } from '../../books/ledger/accounts.js';
import type { Signing, StoredTransaction } from '../../transactions/outbox/signedTransactions.js';
import { takePayouts, type DuePayout, type TakeOptions } from './takePayouts.js';
import { isMade, isPayment, isRefused, type DecidedPayout } from './payoutDecision.js';
import { recoverPayouts, type RecoveringSender } from './recoverPayouts.js';
import { refusePayouts } from './refusePayouts.js';
import { reservePayouts } from './reservePayouts.js';

/** Fills and refunds that are due. */
export interface Payouts {
  /** Takes due ones of a chain, for as long as the transaction lasts. */
  take(tx: Transaction, options: Omit<TakeOptions, 'orders'>): Promise<readonly DuePayout[]>;
  /**
   * Makes those that are paid durable before they are sent: settlements, inventory, sponsors and
   * signed bytes.
   */
  reserve(
    tx: Transaction,
    signing: Signing<PaymentIntent>,
    decided: readonly DecidedPayout[],
  ): Promise<readonly StoredTransaction[]>;
  /** Books those that were made before the database lost them. */
  recover(
    tx: Transaction,
    sender: RecoveringSender,
    decided: readonly DecidedPayout[],
  ): Promise<void>;
  /** Ends those that are not paid, or puts them off. */
  refuse(tx: Transaction, chain: LedgerChain, decided: readonly DecidedPayout[]): Promise<void>;
}

/** Makes the verbs of payouts. */
export function createPayouts(settlement: SettlementContext): Payouts {
  const { orders } = settlement;
  return {
    take: (tx, options) => takePayouts(tx, { ...options, orders }),
    reserve: (tx, signing, decided) =>
      reservePayouts(tx, settlement, signing, decided.filter(isPayment)),
    recover: (tx, sender, decided) =>
      recoverPayouts(tx, settlement, sender, decided.filter(isMade)),
    refuse: (tx, chain, decided) => refusePayouts(tx, settlement, chain, decided.filter(isRefused)),
  };
}
