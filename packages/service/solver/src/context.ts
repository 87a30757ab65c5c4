import type { Observed, Clock } from '@portage/core';
import type { Chain, Chains, PriceSource, Spend } from '@portage/core/chain';
import { ageOf, type RebalancePath } from '@portage/core/plugin';
import type { Leases, Log } from '@portage/database';
import type { LedgerChain, Settlement } from '@portage/settlement';
import type { OutcomeTally, OutflowMeter } from './chainBreakers.js';
import type { PolicyChanges, SolverPolicy } from './policy/solverPolicy.js';

/**
 * Points at which a test or an operator may kill the process; their order is that of a payment's
 * life.
 */
export const solverFailpoints = [
  'settlement',
  'stored',
  'sent',
  'refund-settlement',
  'refund-stored',
  'refund-sent',
  'relay-settlement',
  'relay-stored',
  'relay-sent',
  'collection-settlement',
  'collection-stored',
  'collection-sent',
  'rebalance-settlement',
  'rebalance-stored',
  'rebalance-sent',
  'delivery-found',
  'delivery-booked',
  'bump-stored',
  'claim-settlement',
  'claim-stored',
  'claim-sent',
  'cancel-stored',
  'fast-fill-decided',
  'fast-fill-ended',
] as const;

/** A fill whose payment is final. */
export interface PaidFill {
  readonly originChainId: number;
  readonly destinationChainId: number;
  /** Time from the deposit's finality until its payment was signed. */
  readonly seconds: number;
}

/** Parts that a solver works with. */
export interface SolverOptions {
  readonly chains: Chains;
  readonly settlement: Settlement;
  /** Rights to be the only writer of a sender. */
  readonly leases: Leases;
  /** Price of an asset by its id, from memory. */
  readonly prices: PriceSource['price'];
  readonly clock: Clock;
  /** Random bytes, for the keys of collections; those of the machine by default. */
  readonly randomBytes?: ((length: number) => Uint8Array) | undefined;
  readonly log: Log;
  /** Told of each fill once its payment is final. */
  readonly onFill?: ((fill: PaidFill) => void) | undefined;
  /** Told after each look how many transactions of a chain keep a fee that blocks pass over. */
  readonly onStanding?: ((chainId: number, transactions: number) => void) | undefined;
  /** Paths by which inventory is moved between chains, as they are now. Default: none. */
  readonly paths?: (() => readonly RebalancePath[]) | undefined;
  /** Called with the name of each point of {@link solverFailpoints}. */
  readonly failpoint?: ((name: string) => void) | undefined;
  /**
   * Name of this process among the workers of the database; a restarted one with the same name goes
   * on at once.
   */
  readonly worker: string;
  /** Ids of the chains that this process may pay on. Default: all. */
  readonly assigned?: ReadonlySet<number> | undefined;
  /** Members that differ from {@link defaultPolicy}. */
  readonly policy?: PolicyChanges | undefined;
}

/** A chain on which money can be spent. */
export type SpendingChain = Chain & { readonly spend: Spend };

/** Everything that work on one chain needs. */
export interface ChainContext extends Omit<SolverOptions, 'policy' | 'randomBytes'> {
  readonly randomBytes: (length: number) => Uint8Array;
  readonly chain: SpendingChain;
  readonly policy: SolverPolicy;
  /** Whether a payment of a currency failed when it was tried last; then it is simulated first. */
  readonly isDoubted?: ((currency: string) => boolean) | undefined;
  /** Reason for which a payment of so much waits: its contract may not take it yet. */
  readonly lackOf?: ((currency: string, amount: bigint) => string | undefined) | undefined;
  /** Asks for a comparison of balances with the books soon: something waits for one. */
  readonly askComparison?: (() => void) | undefined;
  /** Stops what would take out too much. */
  readonly outflows?: OutflowMeter | undefined;
  /** Transactions that nodes refused for their fee since the monitor looked last. */
  readonly underpriced?: Set<string> | undefined;
  /** Transactions that keep their last fee, because a higher one is not covered now. */
  readonly standing?: Set<string> | undefined;
  /** Counts how fills end. */
  readonly outcomes?: OutcomeTally | undefined;
}

/** A chain as the ledger knows it. */
export function ledgerChain({ id, native }: SpendingChain): LedgerChain {
  return { id, native: native.address };
}

/** Whether money can be spent on a chain. */
export function canSpend(chain: Chain): chain is SpendingChain {
  return chain.spend !== undefined;
}

/** Clock and limit by which readings are too old. */
export interface Freshness {
  readonly clock: Pick<Clock, 'now'>;
  readonly policy: Pick<SolverPolicy, 'work'>;
}

/** The value of a reading that is young enough. */
export function fresh<T>(
  { clock, policy }: Freshness,
  reading: Observed<T> | undefined,
): T | undefined {
  return reading === undefined || ageOf(reading, clock.now()) > policy.work.readingAgeMsMax
    ? undefined
    : reading.value;
}
