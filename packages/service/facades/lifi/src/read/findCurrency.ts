import { requestFault, type ChainCurrency, type ChainInfo } from '@portage/core';

/** LI.FI's two addresses of a native currency on EVM chains. */
const nativeAliases: readonly string[] = [
  '0x0000000000000000000000000000000000000000',
  '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee',
];

/** Currencies of a chain, its native one first, each once. */
export function currenciesOf(chain: ChainInfo): readonly ChainCurrency[] {
  const { currency, solverCurrencies, erc20Currencies, featuredTokens } = chain;
  const all = [currency, ...solverCurrencies, ...erc20Currencies, ...featuredTokens];
  return [...new Map(all.map((each) => [each.address, each])).values()];
}

/** Currency of a chain by its address or symbol; undefined where it has none of that name. */
export function knownCurrency(chain: ChainInfo, name: string): ChainCurrency | undefined {
  const wanted = name.toLowerCase();
  if (chain.vmType === 'evm' && nativeAliases.includes(wanted)) return chain.currency;
  const all = currenciesOf(chain);
  const isBase58 = chain.vmType === 'svm';
  return (
    all.find(({ address }) => (isBase58 ? address === name : address.toLowerCase() === wanted)) ??
    all.find(({ symbol }) => symbol.toLowerCase() === wanted)
  );
}

/**
 * Currency of a chain by its address or symbol.
 *
 * @throws PortageError `UNSUPPORTED_CURRENCY`
 */
export function findCurrency(chain: ChainInfo, name: string, path: string): ChainCurrency {
  const found = knownCurrency(chain, name);
  if (found !== undefined) return found;
  const fault = `is no currency on offer on ${chain.displayName}`;
  throw requestFault(path, fault, {
    code: 'UNSUPPORTED_CURRENCY',
    message: `${path} ${fault}.`,
    hint: 'GET /tokens lists those on offer.',
  });
}
