import type { ChainInfo } from '@portage/core';
import { describeChain, nativeFirst, type ChainAsset } from '@portage/core/chain';
import { evmCodec } from '@portage/evm/codec';
import { permit2 } from '@portage/evm/contracts';
import type { ParsedChainConfig } from './chainConfig.js';

/**
 * The currencies of a chain in canonical form. @throws PortageError `INVALID_CONFIGURATION` when
 * the native one is not first
 */
export function readAssets(config: ParsedChainConfig): readonly [ChainAsset, ...ChainAsset[]] {
  const assets = config.assets.map(
    ({ address, logoURI, verified, permit, ...asset }): ChainAsset => {
      const isNative = address === evmCodec.nativeCurrency;
      // A token that takes no transaction of its payer; Permit2 must be approved once before.
      const supportsPermit =
        asset.supportsPermit || (permit !== undefined && permit.kind !== 'permit2');
      return {
        ...asset,
        supportsPermit,
        address: evmCodec.normalizeAddress(address),
        metadata: { logoURI, verified, isNative },
        isNative,
      };
    },
  );
  return nativeFirst(assets, config.name);
}

/**
 * The entry of `GET /chains`. Endpoints of the configuration are not shown: they may hold secrets.
 */
export function chainInfo(
  config: ParsedChainConfig,
  assets: readonly [ChainAsset, ...ChainAsset[]],
  solver: string | undefined,
): ChainInfo {
  const { depository, filler, depositAddresses } = config.contracts;
  return describeChain(config, assets, {
    vmType: 'evm',
    solver,
    contracts: {
      ...contractsOf(config.contracts),
      ...(config.assets.some(({ permit }) => permit?.kind === 'permit2')
        ? { permit2: permit2 }
        : {}),
    },
    protocol: {
      v2: {
        chainId: config.slug,
        depository,
        filler,
        ...(depositAddresses === undefined ? {} : { depositAddresses }),
        ...(solver === undefined ? {} : { orderSigner: solver }),
      },
    },
  });
}

/**
 * Ours, and the names under which clients look for the router
 * and its proxy.
 */
function contractsOf(contracts: ParsedChainConfig['contracts']): Record<string, unknown> {
  const { router, approvalProxy } = contracts;
  if (router === undefined || approvalProxy === undefined) return { ...contracts };
  return { ...contracts, erc20Router: router, v3: { erc20Router: router, approvalProxy } };
}
