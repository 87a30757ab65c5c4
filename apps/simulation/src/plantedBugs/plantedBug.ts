import type { Chain } from '@portage/core/chain';
import type { ProcessDatabase } from '@portage/database/serial';
import type { SolverPolicy } from '@portage/solver';
import type { OrderPlan } from '../orders/planOrder.js';

/** A mistake that is built into the service, to see whether the simulation finds it. */
export interface PlantedBug {
  /** Code of the mistake in docs/simulation.md. */
  readonly code: string;
  /** Sentence of what is wrong. */
  readonly title: string;
  /** Replaces a chain as the service sees it. */
  readonly chains?: (chain: Chain) => Chain;
  /** Replaces the database as the service sees it. */
  readonly database?: (database: ProcessDatabase) => ProcessDatabase;
  readonly policy?: Partial<SolverPolicy>;
  /** Replaces what is quoted, as a wrong quoter would. */
  readonly quoted?: (order: OrderPlan) => OrderPlan;
}
