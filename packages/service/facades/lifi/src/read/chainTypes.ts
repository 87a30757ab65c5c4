import type { ChainInfo } from '@portage/core';

/** LI.FI's names of families; those of others, such as exchanges, it has no name for. */
const chainTypes: Readonly<Record<string, string>> = { evm: 'EVM', svm: 'SVM', bvm: 'UTXO' };

/** LI.FI's name of a chain's family; undefined where it has none. */
export function chainTypeOf({ vmType }: Pick<ChainInfo, 'vmType'>): string | undefined {
  return chainTypes[vmType];
}

/** Chains that LI.FI's interface can show. */
export function shownChains(chains: readonly ChainInfo[]): readonly ChainInfo[] {
  return chains.filter((chain) => chainTypeOf(chain) !== undefined);
}
