import type { ChainCurrency, ChainInfo } from '@portage/sdk';
import { usageError } from '../usageError.js';

/** Currency on a chain. */
export interface Place {
  readonly chain: ChainInfo;
  readonly currency: ChainCurrency;
}

/**
 * Reads `usdc@base`: a currency by id, symbol or address, and a chain by slug, name or id.
 *
 * @throws InvalidArgumentError with the names that exist
 */
export function findPlace(chains: readonly ChainInfo[], text: string): Place {
  const at = text.lastIndexOf('@');
  const [name, chainName] = [text.slice(0, at).toLowerCase(), text.slice(at + 1).toLowerCase()];
  if (at < 1 || chainName === '')
    throw usageError(`"${text}" is not a currency on a chain, as in usdc@base.`);
  const chain = findChain(chains, chainName);
  const currencies = currenciesOf(chain);
  const currency = currencies.find((entry) =>
    [entry.id, entry.symbol, entry.address].some((label) => label.toLowerCase() === name),
  );
  if (currency === undefined)
    throw usageError(
      `There is no currency "${name}" on ${chainName}. Currencies: ${currencies.map((entry) => entry.id).join(', ')}.`,
    );
  return { chain, currency };
}

/** Reads a chain by slug, name or id. @throws InvalidArgumentError with the names that exist */
export function findChain(chains: readonly ChainInfo[], name: string): ChainInfo {
  const chain = chains.find((entry) =>
    [entry.protocol.v2.chainId, entry.name, String(entry.id)].some(
      (label) => label.toLowerCase() === name.toLowerCase(),
    ),
  );
  if (chain === undefined)
    throw usageError(
      `There is no chain "${name}". Chains: ${chains.map((entry) => entry.protocol.v2.chainId).join(', ')}.`,
    );
  return chain;
}

/** The currencies of a chain, native first. */
export function currenciesOf(chain: ChainInfo): readonly ChainCurrency[] {
  return [chain.currency, ...chain.erc20Currencies];
}
