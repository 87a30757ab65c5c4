import type { Hex } from 'viem';
import type { Shell } from './commands.js';
import type { TrialNetwork } from './networks.js';
import type { BitcoinTrialKeys, SolanaTrialKeys } from './otherKeys.js';
import type { OtherNetworks } from './otherNetworks.js';

/** Size of a trial. */
export interface DeployOptions {
  /** Networks by their slugs: at least two of EVM, `solana` and `bitcoin`. */
  readonly networks: readonly string[];
  /** Deaths of each `deploy`, each at another point of its journal; at most 10. */
  readonly kills: number;
  /** Called as each step begins, and as it ends. */
  readonly note: (text: string) => void;
  /** Ends the whole way: the step that is under way is the one that fails. */
  readonly signal: AbortSignal;
}

/** Keys of the operator, and of the account that tries the service. */
export interface TrialKeys {
  readonly deployer: Hex;
  readonly solver: Hex;
  readonly allocator: Hex;
  readonly payer: Hex;
  readonly solana: SolanaTrialKeys;
  readonly bitcoin: BitcoinTrialKeys;
}

/** Nodes, keys and folder of a trial. */
export interface Trial extends Shell {
  /** EVM networks. */
  readonly networks: readonly TrialNetwork[];
  readonly others: OtherNetworks;
  readonly keys: TrialKeys;
  readonly kills: number;
  /** Salt of the contracts; that of a first deployment where left out. */
  readonly salt?: Hex;
}

/** A step of a trial and what came of it. */
export interface TrialStep {
  readonly step: string;
  readonly seconds: number;
  /** Figures of the step, for people. */
  readonly figures: string;
  /** Faults of the step; empty where it holds. */
  readonly faults: readonly string[];
  /** Rows of the step's own, for people. */
  readonly rows?: readonly string[];
}
