import type { Chain } from '../chain/chain.js';
import type { Codec } from '../chain/codec.js';
import type { ChainFacts } from '../chain/openingChain.js';
import type { SwapSource } from '../chain/swap/swaps.js';
import type { Clock } from '../clock.js';
import type { Log } from '../log.js';
import type { Allocator } from './allocator.js';
import type { SharedReadings } from './sharedReadings.js';

/** A family of chains: how to read its addresses, and how to prepare one of its chains. */
export interface Vm {
  /** Name of the family, as in `evm`: the `vm` of its chains in a configuration. */
  readonly name: string;
  readonly codec: Codec;
  /**
   * Reads the operator's settings of one chain, as they stand in the configuration. Pure.
   *
   * @throws PortageError `INVALID_CONFIGURATION` with the paths inside the chain's settings
   */
  prepare(input: unknown): ChainOpener;
}

/** A chain that can be opened. */
export interface ChainOpener {
  /** Names of the secrets that the chain wants from its family's entry of `keys`. */
  readonly secrets: readonly string[];
  /**
   * Tells of the chain what its settings alone decide, without a network call: the service lists it
   * by them until it is open.
   *
   * @throws PortageError `INVALID_CONFIGURATION`
   */
  describe(keys: FamilyKeys): Promise<ChainFacts>;
  /**
   * Opens the signer of the chain's depository on the key of the configuration, without a network
   * call; undefined where there is no key. Families whose depository is an account that its key
   * empties have none.
   *
   * @throws PortageError `INVALID_CONFIGURATION`
   */
  allocator?(keys: FamilyKeys): Promise<Allocator | undefined>;
  /**
   * Connects to the chain, checks that it is the right one, and keeps its memory fresh until the
   * signal aborts.
   *
   * @throws PortageError `INVALID_CONFIGURATION` where the chain is another one, which refuses the
   *   start; any other code, such as `RPC_HTTP_ERROR`, where it is to be opened again later
   */
  open(environment: ChainEnvironment): Promise<Chain>;
}

/** Secrets of one family by their names, as an operator configured them. */
export type FamilyKeys = Readonly<Record<string, string>>;

/** Surroundings that a chain is opened in. */
export interface ChainEnvironment {
  /** Ends all work of the chain. */
  readonly signal: AbortSignal;
  readonly clock: Clock;
  readonly log: Log;
  /** The family's own entry of `keys`, and no other. */
  readonly keys: FamilyKeys;
  /** Swap sources that plugins bring for this chain. */
  readonly swapSources: readonly SwapSource[];
  /**
   * Readings that workers share, in a process that only answers: while they are young the chain
   * asks its endpoints for nothing of it. A family may pass over them and read for itself.
   */
  readonly shared?: SharedReadings | undefined;
  /**
   * Whether the chain is halted now: a family signs nothing then that the service did not ask for,
   * as what it gathers or opens by itself. Absent where nobody halts chains.
   */
  readonly isHalted?: (() => Promise<boolean>) | undefined;
  /** Signer of the depository. Default: the family's own, on the key of the configuration. */
  readonly allocator?: Allocator | undefined;
}

/** Parts of a family, with its settings typed. */
export interface VmDefinition<Settings> extends Pick<Vm, 'name' | 'codec'> {
  /**
   * Checks the operator's settings of one chain. Pure.
   *
   * @throws PortageError `INVALID_CONFIGURATION`
   */
  read(input: unknown): Settings;
  /** Names of the secrets that a chain with these settings wants. */
  secretsOf(settings: Settings): readonly string[];
  /**
   * Facts of the chain by its settings and keys, without a network call.
   *
   * @throws PortageError `INVALID_CONFIGURATION`
   */
  describe(settings: Settings, keys: FamilyKeys): ChainFacts | Promise<ChainFacts>;
  /** The signer of the depository on the configured key, where the depository obeys one. */
  allocator?(settings: Settings, keys: FamilyKeys): Promise<Allocator | undefined>;
  open(settings: Settings, environment: ChainEnvironment): Promise<Chain>;
}

/**
 * Declares a family. Its settings are typed between `read` and `open`, and seen nowhere else.
 *
 * @example
 * ```ts
 * export const mychain = defineVm({
 *   name: 'mychain',
 *   codec: myCodec,
 *   read: readSettings,
 *   secretsOf: () => ['solver'],
 *   describe: describeMyChain,
 *   open: openMyChain,
 * });
 * ```
 */
export function defineVm<Settings>(definition: VmDefinition<Settings>): Vm {
  const { name, codec } = definition;
  return {
    name,
    codec,
    prepare: (input) => {
      const settings = definition.read(input);
      return {
        secrets: definition.secretsOf(settings),
        describe: async (keys) => definition.describe(settings, keys),
        ...(definition.allocator === undefined
          ? {}
          : { allocator: async (keys) => definition.allocator?.(settings, keys) }),
        open: (environment) => definition.open(settings, environment),
      };
    },
  };
}
