import type { Hex } from 'viem';
import type { Shell } from './commands.js';
import type { TrialNetwork } from './networks.js';

/** Size of a trial. */
export interface DeployOptions {
  /** Networks by their slugs, at least two. */
  readonly networks: readonly string[];
  /** Deaths of `deploy`, each at another point; at most {@link deathPoints} has. */
  readonly kills: number;
  /** Told of each step as it begins. */
  readonly note: (text: string) => void;
}

/** Keys of the operator, and of the account that tries the service. */
export interface TrialKeys {
  readonly deployer: Hex;
  readonly solver: Hex;
  readonly allocator: Hex;
  readonly payer: Hex;
}

/** Nodes, keys and folder of a trial. */
export interface Trial extends Shell {
  readonly networks: readonly TrialNetwork[];
  readonly keys: TrialKeys;
  readonly kills: number;
}

/** A step of a trial and what came of it. */
export interface TrialStep {
  readonly step: string;
  readonly seconds: number;
  /** Figures of the step, for people. */
  readonly figures: string;
  /** Faults of the step; empty where it holds. */
  readonly faults: readonly string[];
}

/** Points at which `deploy` may die on a bare network, in their order. */
export const deathPoints = [
  'deploy-stored-factory-funds',
  'deploy-sent-factory-funds',
  'deploy-mined-factory-funds',
  'deploy-funded',
  'deploy-stored-Depository',
  'deploy-sent-Depository',
  'deploy-mined-Filler',
  'deploy-stored-Router',
  'deploy-sent-Router',
  'deploy-mined-DepositAddresses',
] as const;
