import type { PaymentIntent } from '@portage/core/chain';
import type { Transaction } from '@portage/database';
import type { SettlementContext } from '../context.js';
import type { Signing, StoredTransaction } from '../outbox/signedTransactions.js';
import { claimPayouts, type ClaimedPayout, type ClaimOptions } from './claimPayouts.js';
import type { Payment, RefusedPayout } from './payoutDecision.js';
import { refusePayouts } from './refusePayouts.js';
import { reservePayouts } from './reservePayouts.js';
import {
  settleTransactions,
  type OutboxSnapshot,
  type SettlingSender,
} from './settleTransactions.js';

/** Fills and refunds that are due. */
export interface Payouts {
  /** Takes due ones of a chain, for as long as the transaction lasts. */
  claim(tx: Transaction, options: Omit<ClaimOptions, 'orders'>): Promise<readonly ClaimedPayout[]>;
  /** Makes them durable before they are sent: settlements, inventory, sponsors, signed bytes. */
  reserve(
    tx: Transaction,
    signing: Signing<PaymentIntent>,
    payments: readonly Payment[],
  ): Promise<readonly StoredTransaction[]>;
  /** Ends due ones without paying, or puts them off. */
  refuse(tx: Transaction, chainId: number, refused: readonly RefusedPayout[]): Promise<void>;
  /** Books the ends of transactions; answers sequences that somebody else used. */
  settleTransactions(sender: SettlingSender, found: OutboxSnapshot): Promise<readonly bigint[]>;
}

/** Makes the verbs of payouts. */
export function createPayouts(settlement: SettlementContext): Payouts {
  const { orders } = settlement;
  return {
    claim: (tx, options) => claimPayouts(tx, { ...options, orders }),
    reserve: (tx, signing, payments) => reservePayouts(tx, settlement, signing, payments),
    refuse: (tx, chainId, refused) => refusePayouts(tx, settlement, chainId, refused),
    settleTransactions: (sender, found) => settleTransactions(settlement, sender, found),
  };
}
