import type { ChainInfo } from '@portage/core';
import { describeChain, nativeFirst, type ChainAsset } from '@portage/core/chain';
import { solanaCodec } from '@portage/solana/codec';
import type { DepositoryAddresses } from '@portage/solana/program';
import type { ParsedChainConfig } from './chainConfig.js';

/** The currencies of a chain. @throws PortageError `INVALID_CONFIGURATION` when SOL is not first */
export function readAssets(config: ParsedChainConfig): readonly [ChainAsset, ...ChainAsset[]] {
  const assets = config.assets.map(({ address, logoURI, verified, ...settings }): ChainAsset => {
    const { id, symbol, name, decimals, supportsBridging } = settings;
    const isNative = address === solanaCodec.nativeCurrency;
    return {
      id,
      symbol,
      name,
      decimals,
      supportsBridging,
      address: solanaCodec.normalizeAddress(address),
      supportsPermit: false,
      metadata: { logoURI, verified, isNative },
      isNative,
    };
  });
  return nativeFirst(assets, config.name);
}

/** Public keys that a chain shows. */
export interface ShownKeys {
  readonly solver: string | undefined;
  /** Root of deposit addresses. */
  readonly root: string | undefined;
}

/**
 * The entry of `GET /chains`. Endpoints of the configuration are not shown: they may hold secrets.
 */
export function chainInfo(
  config: ParsedChainConfig,
  assets: readonly [ChainAsset, ...ChainAsset[]],
  { vault }: DepositoryAddresses,
  { solver, root }: ShownKeys,
): ChainInfo {
  const { depository, filler } = config.programs;
  const source = config.swapSources.find(({ kind }) => kind === 'test-pool');
  return describeChain(config, assets, {
    vmType: 'svm',
    solver,
    contracts: {
      depository,
      vault,
      filler,
      ...(source?.kind === 'test-pool' ? { swapProgram: source.program } : {}),
    },
    // Orders name no paying contract on chains other than EVM, so none is listed for comparison.
    protocol: {
      v2: {
        chainId: config.slug,
        depository,
        depositoryVault: vault,
        ...(root === undefined ? {} : { depositAddresses: root }),
      },
    },
  });
}
