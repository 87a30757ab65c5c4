import type { Queryable } from '@portage/database';
import { readAllInventory, type HeldBalance } from '../../kit/inventory/readAllInventory.js';
import { readOwnedBalances, type OwnedBalances } from '../ledger/readOwnedBalances.js';
import { readOutcomes, type OrderOutcome } from './readOutcomes.js';
import { readStory, type Story } from './readStory.js';

/** A halt of a chain that an operator cleared. */
export interface HaltClearance {
  readonly chainId: number;
  readonly haltedReason: string;
  /** Words of the operator. */
  readonly reason: string;
  /** Milliseconds since 1970. */
  readonly clearedAt: number;
}

/** Readings for people who watch a service. None takes longer as its history grows. */
export interface Reports {
  /** All that is kept about an order beside its quote and its state. */
  story(orderId: string): Promise<Story>;
  /** How orders were filled, and who pays and earns by them. */
  outcomes(orderIds: readonly string[]): Promise<ReadonlyMap<string, OrderOutcome>>;
  /** Balances of all apps and sponsors. */
  owned(): Promise<OwnedBalances>;
  /** Balances of the senders of all chains. */
  inventory(): Promise<readonly HeldBalance[]>;
  /** Halts that were cleared lately, newest first. */
  clearances(): Promise<readonly HaltClearance[]>;
}

/** Makes the verbs of reports. */
export function createReports(database: Queryable): Reports {
  return {
    story: (orderId) => readStory(database, orderId),
    outcomes: (orderIds) => readOutcomes(database, orderIds),
    owned: () => readOwnedBalances(database),
    inventory: () => readAllInventory(database),
    clearances: () =>
      database.query<HaltClearance & Readonly<Record<string, unknown>>>(
        `select chain_id as "chainId", halted_reason as "haltedReason", reason, cleared_at as "clearedAt"
           from halt_clearances order by id desc limit 50`,
      ),
  };
}
