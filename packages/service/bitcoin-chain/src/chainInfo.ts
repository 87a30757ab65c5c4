import type { ChainInfo } from '@portage/core';
import { describeChain, nativeFirst, type ChainAsset } from '@portage/core/chain';
import { bitcoinCodec } from '@portage/bitcoin/codec';
import type { ParsedChainConfig } from './chainConfig.js';

/** BTC, the only currency. @throws PortageError `INVALID_CONFIGURATION` */
export function readAssets(config: ParsedChainConfig): readonly [ChainAsset, ...ChainAsset[]] {
  const assets = config.assets.map(({ address, logoURI, verified, ...asset }): ChainAsset => {
    const isNative = address === bitcoinCodec.nativeCurrency;
    return {
      ...asset,
      address,
      isNative,
      supportsPermit: false,
      metadata: { logoURI, verified, isNative },
    };
  });
  return nativeFirst(assets, config.name);
}

/** Addresses of the service. */
export interface OwnAddresses {
  readonly vault: string;
  readonly solver: string;
  /** Extended public key of deposit addresses; undefined where there are none. */
  readonly depositAddresses: string | undefined;
}

/** The entry of `GET /chains`. The depository is an address: there are no contracts. */
export function chainInfo(
  config: ParsedChainConfig,
  assets: readonly [ChainAsset, ...ChainAsset[]],
  { vault, solver, depositAddresses }: OwnAddresses,
): ChainInfo {
  return describeChain(config, assets, {
    vmType: 'bvm',
    solver,
    contracts: { depository: vault },
    protocol: {
      v2: {
        chainId: config.slug,
        depository: vault,
        ...(depositAddresses === undefined ? {} : { depositAddresses }),
      },
    },
  });
}
