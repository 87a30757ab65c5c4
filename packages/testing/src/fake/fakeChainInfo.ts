import type { ChainInfo } from '@portage/core';
import { describeChain, nativeFirst, type ChainAsset } from '@portage/core/chain';
import { fakeDepository } from './fakeAddress.js';

/** Options of the description of a fake chain. */
export interface FakeChainInfoOptions {
  readonly id: number;
  readonly slug: string;
  readonly name: string;
  /** Currencies, native first. */
  readonly assets: readonly ChainAsset[];
  readonly solver: string;
}

/** Makes the description of a fake chain in `GET /chains`. */
export function fakeChainInfo({ id, slug, name, assets, solver }: FakeChainInfoOptions): ChainInfo {
  const described = assets.map((asset): ChainAsset => ({
    ...asset,
    metadata: { logoURI: '', verified: true, ...asset.metadata, isNative: asset.isNative },
  }));
  return describeChain(
    {
      id,
      name: slug,
      displayName: name,
      explorerUrl: '',
      explorerName: '',
      iconUrl: '',
      publicRpcUrl: '',
    },
    nativeFirst(described, name),
    {
      vmType: 'fake',
      solver,
      contracts: { depository: fakeDepository },
      protocol: { v2: { chainId: slug, depository: fakeDepository } },
    },
  );
}
