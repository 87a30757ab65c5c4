import type { SettlementContext } from '../../books/context.js';
import {
  settleTransactions,
  type OutboxSnapshot,
  type SettledTransactions,
  type SettlingSender,
} from './settleTransactions.js';

/** Obligations on chains, of every kind. */
export interface Obligations {
  /** Books the ends of transactions, once each. */
  settle(sender: SettlingSender, found: OutboxSnapshot): Promise<SettledTransactions>;
}

/** Makes the verbs of obligations. */
export function createObligations(settlement: SettlementContext): Obligations {
  return { settle: (sender, found) => settleTransactions(settlement, sender, found) };
}
