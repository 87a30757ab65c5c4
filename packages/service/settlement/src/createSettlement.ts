import { randomBytes } from 'node:crypto';
import { bytesToHex, systemClock, type Clock } from '@portage/core';
import {
  codeOf,
  createGroupCommit,
  type Database,
  type Log,
  type Queryable,
  type Transaction,
} from '@portage/database';
import { createAddresses, type Addresses } from './orders/addresses/createAddresses.js';
import { createBreakers, type Breakers } from './transactions/breakers/createBreakers.js';
import { createChainRecords, type ChainRecords } from './chains/createChainRecords.js';
import { createClaims, type Claims } from './payments/claims/createClaims.js';
import { createAllowances, type Allowances } from './payments/allowances/createAllowances.js';
import { createCoinChanges, type CoinChanges } from './payments/coins/createCoinChanges.js';
import { createCollections, type Collections } from './payments/collections/createCollections.js';
import {
  createPaymentMarkerRecords,
  type PaymentMarkerRecords,
} from './transactions/markers/createPaymentMarkerRecords.js';
import { createInventory, type Inventory } from './transactions/outbox/createInventory.js';
import { createOutbox, type Outbox } from './transactions/outbox/createOutbox.js';
import { createObligations, type Obligations } from './payments/obligations/createObligations.js';
import { createPayouts, type Payouts } from './payments/payouts/createPayouts.js';
import { createSteps, type Steps } from './steps/createSteps.js';
import { createFastFills, type FastFills } from './owners/fastFills/createFastFills.js';
import { createUnconfirmed, type Unconfirmed } from './chains/deposits/createUnconfirmed.js';
import { createRequotes, type Requotes } from './chains/deposits/requotes/createRequotes.js';
import { createJobs, jobsChannel, type Jobs } from './kit/jobs/createJobs.js';
import { createAppFees, type AppFees } from './books/ledger/createAppFees.js';
import { createLedger, type Ledger } from './books/ledger/createLedger.js';
import { createVaultBooks, type VaultBooks } from './books/vault/createVaultBooks.js';
import { createPriceRecords, type PriceRecords } from './kit/prices/createPriceRecords.js';
import {
  createReconciliations,
  type Reconciliations,
} from './operator/reconciliations/createReconciliations.js';
import { createArchives, type Archives } from './operator/archive/createArchives.js';
import { createRelays, type Relays } from './payments/relays/createRelays.js';
import { createLevels, type Levels } from './books/levels/createLevels.js';
import { createReports, type Reports } from './books/reports/createReports.js';
import { createHub, requestsChannel, type Hub } from './orders/requests/createHub.js';
import { createOrderMemory, type OrderMemory } from './orders/requests/createOrderCache.js';
import {
  createRequestRecords,
  type RequestRecords,
} from './orders/requests/createRequestRecords.js';
import { createRequestWriter } from './orders/requests/createRequestWriter.js';
import type { NewRequest } from './orders/requests/newRequest.js';
import { readRequests } from './orders/requests/readRequests.js';
import { readRequestsPage, type RequestsPage } from './orders/requests/readRequestsPage.js';
import type { RequestsQuery } from './orders/requests/requestsQuery.js';
import type { StoredRequest } from './orders/requests/storedRequest.js';
import { createTraces, tracesChannel, type Traces } from './kit/traces/createTraces.js';
import { createSponsors, type Sponsors } from './books/sponsors/createSponsors.js';
import { createRebalances, type Rebalances } from './payments/rebalances/createRebalances.js';
import { createWebhooks, type Webhooks } from './owners/webhooks/createWebhooks.js';
import { webhooksChannel } from './owners/webhooks/webhook.js';
import { createWithdrawals, type Withdrawals } from './owners/withdrawals/createWithdrawals.js';

/** Life of orders after their quotes: rows, rules and ledger, on PostgreSQL. */
export interface Settlement extends Queryable {
  /**
   * Stores a quote with its order; resolves once it is durable. Quotes that arrive together are
   * written in one statement. One with an address of its own is a request at once; the request of
   * any other begins with the first event of its order.
   *
   * @throws PortageError `SERVICE_UNAVAILABLE` when the database cannot be reached or too many
   *   requests are waiting
   */
  saveRequest(request: NewRequest): Promise<void>;
  /** A request, or the quote that would become it. */
  getRequest(id: string): Promise<StoredRequest | undefined>;
  /**
   * One page of requests, newest first by default. @throws PortageError `INVALID_REQUEST` for a
   * continuation that is not ours
   */
  getRequests(query: RequestsQuery): Promise<RequestsPage>;
  /**
   * Runs `work` in one transaction; after a conflict with another one the whole work runs again, at
   * most five times.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  readonly hub: Hub;
  readonly jobs: Jobs;
  /** Transactions that the follower of their chain is asked to look at once more. */
  readonly traces: Traces;
  readonly ledger: Ledger;
  /** Orders that were read lately. */
  readonly orders: OrderMemory;
  readonly fastFills: FastFills;
  readonly steps: Steps;
  readonly chains: ChainRecords;
  readonly breakers: Breakers;
  readonly addresses: Addresses;
  readonly unconfirmed: Unconfirmed;
  readonly requotes: Requotes;
  readonly payouts: Payouts;
  readonly obligations: Obligations;
  readonly relays: Relays;
  readonly coins: CoinChanges;
  readonly allowances: Allowances;
  readonly collections: Collections;
  readonly markers: PaymentMarkerRecords;
  readonly rebalances: Rebalances;
  readonly outbox: Outbox;
  readonly inventory: Inventory;
  readonly vault: VaultBooks;
  readonly reconciliations: Reconciliations;
  /** Months of ended orders that leave the database for files. */
  readonly archives: Archives;
  readonly requests: RequestRecords;
  readonly sponsors: Sponsors;
  readonly appFees: AppFees;
  readonly withdrawals: Withdrawals;
  readonly claims: Claims;
  readonly prices: PriceRecords;
  readonly reports: Reports;
  /** How well the service did its work, day by day. */
  readonly levels: Levels;
  /** Subscriptions to the events of requests, and the deliveries to them. */
  readonly webhooks: Webhooks;
  /**
   * Resolves when the database makes a write durable.
   *
   * @throws PortageError `SERVICE_UNAVAILABLE`
   */
  ping(): Promise<void>;
  /** Waits for requests that are being written; the database stays open. */
  close(): Promise<void>;
}

/** Receives trouble outside of any call. */
export interface SettlementOptions {
  readonly log?: Log | undefined;
  /** Default: the clock of the machine. */
  readonly clock?: Pick<Clock, 'now'> | undefined;
  /** Default: random bytes of the machine. */
  readonly randomBytes?: ((length: number) => Uint8Array) | undefined;
}

const writesMax = { batchMax: 256, waitingMax: 20_000 } as const;

/**
 * A row that the database refuses is the fault of that row; anything else would hit each of them
 * again.
 */
function isRefusal(error: unknown): boolean {
  return /^(?:22|23|P0)/.test(codeOf(error) ?? '');
}

/**
 * Opens settlement on a database that has its migrations (see `settlementMigrations`).
 *
 * @example
 * ```ts
 * const settlement = await createSettlement(database);
 * const request = await settlement.getRequest(id);
 * ```
 */
export async function createSettlement(
  database: Omit<Database, 'pool' | 'close'>,
  options: SettlementOptions = {},
): Promise<Settlement> {
  const { log = () => undefined, clock = systemClock } = options;
  const drawBytes = options.randomBytes ?? randomBytes;
  const hub = createHub(database, (error) =>
    log('changed requests could not be read', { error: String(error) }),
  );
  const jobs = createJobs(database, { self: bytesToHex(drawBytes(16)) });
  const traces = createTraces(database, clock);
  await database.subscribe(tracesChannel, traces);
  await database.subscribe(requestsChannel, hub);
  await database.subscribe(jobsChannel, jobs);
  const webhooks = createWebhooks(database);
  await database.subscribe(webhooksChannel, webhooks);
  const writeRequests = createRequestWriter(database);
  const writes = createGroupCommit<NewRequest>({
    write: (requests) => database.commits.time(() => writeRequests(requests)),
    separable: isRefusal,
    ...writesMax,
  });
  const ledger = createLedger(database);
  const transaction: Settlement['transaction'] = (work) => database.transaction(work);
  const query: Settlement['query'] = (statement, values) => database.query(statement, values);
  const parts = { query, transaction, ledger, hub, jobs, orders: createOrderMemory() };
  return {
    ...parts,
    traces,
    webhooks,
    saveRequest: (request) => writes.add(request),
    getRequest: async (id) => (await readRequests(database, [id]))[0],
    getRequests: (query) => readRequestsPage(database, query),
    fastFills: createFastFills(database, parts),
    steps: createSteps(parts),
    chains: createChainRecords(database, clock),
    breakers: createBreakers(database),
    addresses: createAddresses(database, parts),
    unconfirmed: createUnconfirmed(database, parts),
    requotes: createRequotes(parts),
    payouts: createPayouts(parts),
    obligations: createObligations(parts),
    relays: createRelays(database, parts),
    coins: createCoinChanges(database, parts),
    allowances: createAllowances(parts),
    collections: createCollections(database, parts),
    markers: createPaymentMarkerRecords(database, parts),
    rebalances: createRebalances(database, parts),
    outbox: createOutbox(database, parts),
    inventory: createInventory(),
    vault: createVaultBooks(database),
    reconciliations: createReconciliations(database, parts),
    archives: createArchives(database, parts),
    requests: createRequestRecords(database),
    sponsors: createSponsors(database, parts),
    appFees: createAppFees(database),
    withdrawals: createWithdrawals(database, { ...parts, randomBytes: drawBytes }),
    claims: createClaims(database, parts),
    prices: createPriceRecords(database),
    reports: createReports(database),
    levels: createLevels(database),
    ping: () => database.ping(),
    close: () => writes.close(),
  };
}
