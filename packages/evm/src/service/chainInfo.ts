import { PortageError, type ChainAsset, type ChainCurrency, type ChainInfo } from '@portage/core';
import { evmCodec } from '../codec.js';
import type { ParsedChainConfig } from './chainConfig.js';

/** The currencies of a chain in canonical form. @throws PortageError `INVALID_CONFIGURATION` when the native one is not first */
export function readAssets(config: ParsedChainConfig): readonly [ChainAsset, ...ChainAsset[]] {
  const [native, ...tokens] = config.assets.map(
    (asset): ChainAsset => ({
      id: asset.id,
      symbol: asset.symbol,
      name: asset.name,
      address: evmCodec.normalizeAddress(asset.address),
      decimals: asset.decimals,
      supportsBridging: asset.supportsBridging,
      supportsPermit: asset.supportsPermit,
      metadata: { logoURI: asset.logoURI, verified: asset.verified, isNative: asset.address === evmCodec.nativeCurrency },
      isNative: asset.address === evmCodec.nativeCurrency,
    }),
  );
  if (native?.isNative !== true || tokens.some((token) => token.isNative)) {
    throw new PortageError('INVALID_CONFIGURATION', { message: `The native currency (the zero address) must be the first asset of ${config.name}, and only the first.` });
  }
  return [native, ...tokens];
}

/** The entry of `GET /chains`. Endpoints of the configuration are not shown: they may hold secrets. */
export function chainInfo(config: ParsedChainConfig, assets: readonly [ChainAsset, ...ChainAsset[]], solver: string | undefined): ChainInfo {
  const { depository, filler, depositAddresses } = config.contracts;
  const currencies = assets.map(currencyOf);
  const [native, ...tokens] = currencies;
  if (native === undefined) throw new PortageError('INVALID_CONFIGURATION', { message: `${config.name} has no currency.` });
  return {
    id: config.id,
    name: config.name,
    displayName: config.displayName ?? config.name,
    httpRpcUrl: config.publicRpcUrl,
    wsRpcUrl: '',
    explorerUrl: config.explorerUrl,
    explorerName: config.explorerName,
    depositEnabled: true,
    tokenSupport: 'Limited',
    disabled: false,
    partialDisableLimit: 0,
    blockProductionLagging: false,
    currency: native,
    withdrawalFee: 0,
    depositFee: 0,
    surgeEnabled: false,
    featuredTokens: tokens,
    erc20Currencies: tokens,
    solverCurrencies: currencies.filter(({ supportsBridging }) => supportsBridging),
    iconUrl: config.iconUrl,
    contracts: contractsOf(config.contracts),
    vmType: 'evm',
    baseChainId: null,
    solverAddresses: solver === undefined ? [] : [solver],
    tags: [],
    protocol: { v2: { chainId: config.slug, depository, filler, ...(depositAddresses === undefined ? {} : { depositAddresses }), ...(solver === undefined ? {} : { orderSigner: solver }) } },
  };
}

/** Ours, and the names under which clients of the service that SPEC describes look for the router and its proxy. @see FACTS section 6.1 */
function contractsOf(contracts: ParsedChainConfig['contracts']): Record<string, unknown> {
  const { router, approvalProxy } = contracts;
  if (router === undefined || approvalProxy === undefined) return { ...contracts };
  return { ...contracts, erc20Router: router, v3: { erc20Router: router, approvalProxy } };
}

function currencyOf({ id, symbol, name, address, decimals, supportsBridging, supportsPermit, metadata }: ChainAsset): ChainCurrency {
  return { id, symbol, name, address, decimals, supportsBridging, supportsPermit, metadata };
}
