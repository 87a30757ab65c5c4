import type { InventoryChange } from '../../kit/inventory/inventory.js';
import type { NewJob } from '../../kit/jobs/createJobs.js';
import type { Entry } from '../../books/ledger/createLedger.js';
import type { SettlementChange } from '../settlements/changeSettlements.js';
import type { ClaimChange } from '../settlements/changeClaims.js';
import type { RebalanceChange } from '../settlements/changeRebalances.js';
import type { RequestChange } from '../../orders/requests/changeRequests.js';

/**
 * Everything that follows from a fact: a deposit, the end of a transaction, a decision. Plain data;
 * nothing is written yet.
 */
export interface SettlementEffects {
  readonly entries: readonly Entry[];
  readonly inventory: readonly InventoryChange[];
  /** Settlements that are closed or open again, with the gas that stays reserved for them. */
  readonly settlements: readonly SettlementChange[];
  readonly requests: readonly RequestChange[];
  readonly jobs: readonly NewJob[];
  /**
   * Ids of collections that did not land: what they would have brought is due again, once what
   * was signed for them can no longer be carried out.
   */
  readonly failedCollections: readonly string[];
  /** Rebalances between chains whose transaction has ended. */
  readonly rebalances: readonly RebalanceChange[];
  /** Claims of app fees that have ended. */
  readonly claims: readonly ClaimChange[];
}

/** Nothing follows. */
export const noEffects: SettlementEffects = {
  entries: [],
  inventory: [],
  settlements: [],
  requests: [],
  jobs: [],
  failedCollections: [],
  rebalances: [],
  claims: [],
};

/** Puts together what follows from several facts, in their order. */
export function joinEffects(parts: readonly SettlementEffects[]): SettlementEffects {
  return {
    entries: parts.flatMap(({ entries }) => entries),
    inventory: parts.flatMap(({ inventory }) => inventory),
    settlements: parts.flatMap(({ settlements }) => settlements),
    requests: parts.flatMap(({ requests }) => requests),
    jobs: parts.flatMap(({ jobs }) => jobs),
    failedCollections: parts.flatMap(({ failedCollections }) => failedCollections),
    rebalances: parts.flatMap(({ rebalances }) => rebalances),
    claims: parts.flatMap(({ claims }) => claims),
  };
}
