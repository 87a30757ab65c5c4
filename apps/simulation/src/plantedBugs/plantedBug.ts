import type { Clock } from '@portage/core';
import type { Chain } from '@portage/core/chain';
import type { ProcessDatabase } from '@portage/database/serial';
import type { PolicyChanges } from '@portage/solver';
import type { FakeChain } from '@portage/testing';
import type { OrderPlan } from '../orders/planOrder.js';

/** Context of a bug, beside the chain that it replaces. */
export interface BugContext {
  /** The chain without faults. */
  readonly fake: FakeChain;
  /** Clock of the process. */
  readonly clock: Clock;
}

/** A mistake that is built into the service, to see whether the simulation finds it. */
export interface PlantedBug {
  /** Code of the mistake in docs/simulation.md. */
  readonly code: string;
  /** Sentence of what is wrong. */
  readonly title: string;
  /** Replaces a chain as a process of the service sees it. */
  readonly chains?: (chain: Chain, context: BugContext) => Chain;
  /** Replaces the database as a process of the service sees it. */
  readonly database?: (database: ProcessDatabase) => ProcessDatabase;
  readonly policy?: PolicyChanges;
  /** Replaces what is quoted, as a wrong quoter would. */
  readonly quoted?: (order: OrderPlan) => OrderPlan;
}
