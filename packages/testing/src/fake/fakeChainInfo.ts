import type { ChainAsset, ChainCurrency, ChainInfo } from '@portage/core';
import { fakeDepository } from './fakeAddress.js';

/** What the info of a fake chain is made of. */
export interface FakeChainInfoOptions {
  readonly id: number;
  readonly slug: string;
  readonly name: string;
  /** Native first. */
  readonly assets: readonly ChainAsset[];
  readonly solver: string;
}

/** What `GET /chains` says about a fake chain. */
export function fakeChainInfo({ id, slug, name, assets, solver }: FakeChainInfoOptions): ChainInfo {
  const [currency, ...tokens] = assets.map(({ isNative, metadata, ...asset }): ChainCurrency => ({ ...asset, metadata: { logoURI: '', verified: true, ...metadata, isNative } }));
  if (currency === undefined) throw new Error('A chain has a native currency.');
  return {
    ...{ id, name: slug, displayName: name, httpRpcUrl: '', wsRpcUrl: '', explorerUrl: '', explorerName: '', iconUrl: '' },
    ...{ depositEnabled: true, tokenSupport: 'Limited', disabled: false, partialDisableLimit: 0, blockProductionLagging: false },
    ...{ currency, withdrawalFee: 0, depositFee: 0, surgeEnabled: false, featuredTokens: tokens, erc20Currencies: tokens, solverCurrencies: [currency, ...tokens] },
    ...{ contracts: { depository: fakeDepository }, vmType: 'fake', baseChainId: null, solverAddresses: [solver], tags: [] },
    protocol: { v2: { chainId: slug, depository: fakeDepository } },
  };
}
