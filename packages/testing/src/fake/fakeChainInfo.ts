import { describeChain, nativeFirst, type ChainAsset, type ChainInfo } from '@portage/core';
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
