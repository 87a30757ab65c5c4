import type { Quorum, Rpc } from '@portage/chain-kit';
import type { DepositAddresses } from '@portage/core/chain';
import { createAddressCoins, type AddressCoinsOptions } from './createAddressCoins.js';
import {
  createBlockOutputs,
  type BlockOutputs,
  type BlockOutputsOptions,
} from './createBlockOutputs.js';
import { createDepositAddresses, type DepositAddressesOptions } from './createDepositAddresses.js';
import { createSweeps } from './createSweeps.js';
import type { Sweeps } from '../spend/sweeps.js';

/** Options of {@link openAddresses}. */
export interface OpenAddressesOptions
  extends
    Omit<AddressCoinsOptions, 'rpc' | 'quorum'>,
    Pick<BlockOutputsOptions, 'heads'>,
    Pick<DepositAddressesOptions, 'keys' | 'currency' | 'feeRate'> {
  readonly rpc: Rpc;
  readonly quorum: Quorum;
}

/** Deposit addresses of a chain, and what is kept of them in memory. */
export interface OpenedAddresses {
  readonly deposits: DepositAddresses;
  /** Absent in a process that does not sign. */
  readonly sweeps?: Sweeps | undefined;
  /** Receives the blocks that are read anyway. */
  readonly blocks: BlockOutputs;
}

/** Opens the deposit addresses of a chain. No network call. */
export function openAddresses(options: OpenAddressesOptions): OpenedAddresses {
  const coins = createAddressCoins(options);
  const blocks = createBlockOutputs(options);
  return {
    deposits: createDepositAddresses({ ...options, coins, blocks }),
    sweeps: options.keys.keyOf === undefined ? undefined : createSweeps({ ...options, coins }),
    blocks,
  };
}
