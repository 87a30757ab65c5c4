import { PortageError, type ChainAsset, type ChainCurrency, type ChainInfo } from '@portage/core';
import { solanaCodec } from '../codec.js';
import type { DepositoryAddresses } from '../program/index.js';
import type { ParsedChainConfig } from './chainConfig.js';

/** The currencies of a chain. @throws PortageError `INVALID_CONFIGURATION` when SOL is not first */
export function readAssets(config: ParsedChainConfig): readonly [ChainAsset, ...ChainAsset[]] {
  const [native, ...tokens] = config.assets.map((asset): ChainAsset => {
    const isNative = asset.address === solanaCodec.nativeCurrency;
    const { id, symbol, name, decimals, supportsBridging, logoURI, verified } = asset;
    return { id, symbol, name, address: solanaCodec.normalizeAddress(asset.address), decimals, supportsBridging, supportsPermit: false, metadata: { logoURI, verified, isNative }, isNative };
  });
  if (native?.isNative !== true || tokens.some((token) => token.isNative)) {
    throw new PortageError('INVALID_CONFIGURATION', { message: `SOL (the system program's address) must be the first asset of ${config.name}, and only the first.` });
  }
  return [native, ...tokens];
}

/** The entry of `GET /chains`. Endpoints of the configuration are not shown: they may hold secrets. */
export function chainInfo(config: ParsedChainConfig, assets: readonly [ChainAsset, ...ChainAsset[]], { vault }: DepositoryAddresses, solver: string | undefined): ChainInfo {
  const { depository, filler } = config.programs;
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
    solverCurrencies: currencies,
    iconUrl: config.iconUrl,
    contracts: { depository, vault, filler },
    vmType: 'svm',
    baseChainId: null,
    solverAddresses: solver === undefined ? [] : [solver],
    tags: [],
    // Orders name no paying contract on chains other than EVM (FACTS section 3.1), so none is listed for comparison.
    protocol: { v2: { chainId: config.slug, depository } },
  };
}

function currencyOf({ id, symbol, name, address, decimals, supportsBridging, supportsPermit, metadata }: ChainAsset): ChainCurrency {
  return { id, symbol, name, address, decimals, supportsBridging, ...(supportsPermit === undefined ? {} : { supportsPermit }), ...(metadata === undefined ? {} : { metadata }) };
}
