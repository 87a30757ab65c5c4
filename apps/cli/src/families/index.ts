import type { ChainInfo } from '@portage/sdk';
import { usageError } from '../usageError.js';
import { bitcoinFamily } from './bitcoin.js';
import { evmFamily } from './evm.js';
import { exchangeFamily } from './exchange.js';
import type { Family } from './family.js';
import { solanaFamily } from './solana.js';

export type { Signer } from './family.js';

const families: Readonly<Record<string, Family>> = {
  evm: evmFamily,
  svm: solanaFamily,
  bvm: bitcoinFamily,
  lvm: exchangeFamily,
};

/** Family of a chain; undefined where the command line does not know it. */
export function findFamily({ vmType }: Pick<ChainInfo, 'vmType'>): Family | undefined {
  return families[vmType];
}

/** Family of a chain that is paid from. @throws InvalidArgumentError */
export function familyOf(chain: ChainInfo): Family {
  const family = findFamily(chain);
  if (family === undefined)
    throw usageError(
      `${chain.name} cannot be paid from here: keys are those of EVM chains, Solana, Bitcoin and the exchange. Use an executor of @portage/sdk.`,
    );
  return family;
}
