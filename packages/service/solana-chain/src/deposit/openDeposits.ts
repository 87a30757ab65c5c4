import type { ChainAsset, Deposits } from '@portage/core/chain';
import type { Rpc } from '@portage/chain-kit';
import type { DepositoryAddresses } from '@portage/solana/program';
import type { ParsedChainConfig } from '../chainConfig.js';
import type { FeeMemory } from '../gas/createFees.js';
import { marketPrice } from '../gas/marketPrice.js';
import type { AddressRoot } from '../spend/createAddressRoot.js';
import type { TokenProgramOf } from '../rpc/tokenPrograms.js';
import type { OpenSwaps } from '../swap/openSwaps.js';
import { createDepositAddresses } from './createDepositAddresses.js';
import { createDeposits } from './createDeposits.js';
import { createSends } from './createSends.js';

/** Parts of a chain that its deposits are opened with. */
export interface DepositContext {
  readonly config: ParsedChainConfig;
  readonly assets: readonly ChainAsset[];
  /** Mints of the listed tokens. */
  readonly mints: readonly string[];
  readonly tokenProgramOf: TokenProgramOf;
  readonly addresses: DepositoryAddresses;
  /** Root of deposit addresses; undefined where the chain offers none. */
  readonly root: AddressRoot | undefined;
  readonly rpc: Rpc;
}

/** Opens the kinds of deposit that the configuration of a chain names. */
export function openDeposits(
  { config, assets, mints, tokenProgramOf, addresses, root, rpc }: DepositContext,
  fees: FeeMemory,
  swaps: OpenSwaps | undefined,
): Deposits {
  const assetOf = (currency: string): ChainAsset | undefined =>
    assets.find(({ address }) => address === currency);
  const options = {
    chainId: config.id,
    chainName: config.displayName ?? config.name,
    symbolOf: (currency: string) => assetOf(currency)?.symbol ?? currency,
    decimalsOf: (currency: string) => assetOf(currency)?.decimals ?? 0,
    tokenProgramOf,
    price: () => marketPrice(fees),
  };
  const { depository } = config.programs;
  return {
    ...createDeposits({ ...options, depository, addresses, termsOf: swaps?.termsOf }),
    sends: createSends(options),
    ...(root === undefined
      ? {}
      : { addresses: createDepositAddresses({ rpc, root: root.address, mints, tokenProgramOf }) }),
  };
}
