import { PortageError } from '@portage/core';
import { describeChain, nativeFirst, type ChainAsset, type Codec } from '@portage/core/chain';
import type { ChainFacts } from '@portage/core/plugin';
import { createFinality } from '../follow/createFinality.js';
import type { FamilySettings } from './readChainSettings.js';

/** Accounts of a chain that its facts name. */
export interface FactsOptions {
  readonly codec: Codec;
  readonly depository: string;
  readonly solver: string;
}

/**
 * Facts of a chain by its settings. No payment goes to the depository, the solver or a currency.
 *
 * @throws PortageError `INVALID_CONFIGURATION` unless the native currency is the first one
 */
export function chainFacts(
  settings: FamilySettings,
  { codec, depository, solver }: FactsOptions,
): ChainFacts {
  const { id, slug, name } = settings;
  const { vm } = codec;
  const assets = nativeFirst(
    settings.assets.map(({ logoURI, verified, ...asset }): ChainAsset => {
      const isNative = asset.address === codec.nativeCurrency;
      return { ...asset, isNative, metadata: { logoURI, verified, isNative } };
    }),
    name,
  );
  const refused = new Set([depository, solver, ...assets.map(({ address }) => address)]);
  return {
    id,
    slug,
    vm,
    codec,
    native: assets[0],
    assets,
    info: describeChain(
      { ...settings, name: slug, displayName: settings.displayName ?? name },
      assets,
      {
        vmType: vm,
        solver,
        contracts: { depository },
        protocol: { v2: { chainId: slug, depository } },
      },
    ),
    extraData: '0x',
    secondsPerPayment: settings.secondsPerPayment,
    finality: createFinality(settings.finality, settings.exposureUsdMax),
    checkRecipient: (recipient) => {
      if (refused.has(codec.normalizeAddress(recipient)))
        throw new PortageError('INVALID_RECIPIENT', {
          message: `${recipient} would keep the payment for itself.`,
          context: { recipient },
        });
    },
  };
}
