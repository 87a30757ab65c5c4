import type { ChainCurrency, ChainInfo, ListedCurrency } from '@portage/sdk';

/** A currency on a chain. */
export interface Place {
  readonly chain: ChainInfo;
  readonly currency: ChainCurrency;
}

/** All currencies of a chain, native first. */
export function currenciesOf(chain: ChainInfo): readonly ChainCurrency[] {
  return [chain.currency, ...chain.erc20Currencies];
}

/** Every currency of the service. */
export function placesOf(chains: readonly ChainInfo[]): readonly Place[] {
  return chains.flatMap((chain) => currenciesOf(chain).map((currency) => ({ chain, currency })));
}

/** Name of a place that stays the same, as in `8453:0x00…`. */
export function placeKey({ chain, currency }: Place): string {
  return `${String(chain.id)}:${currency.address}`;
}

/** Place of a key; undefined where the service does not list it any more. */
export function findPlace(chains: readonly ChainInfo[], key: string): Place | undefined {
  return placesOf(chains).find((place) => placeKey(place) === key);
}

/** A found currency on its chain; undefined where the page cannot pay on that chain. */
export function placeOf(
  { chainId, symbol, name, address, decimals, groupID }: ListedCurrency,
  chains: readonly ChainInfo[],
): Place | undefined {
  const chain = chains.find(({ id }) => id === chainId);
  if (chain === undefined) return undefined;
  const currency: ChainCurrency = {
    id: groupID ?? address,
    symbol,
    name,
    address,
    decimals,
    supportsBridging: false,
  };
  return { chain, currency };
}

/** Whether two places are the same. */
export function isSamePlace(one: Place | undefined, other: Place | undefined): boolean {
  return one !== undefined && other !== undefined && placeKey(one) === placeKey(other);
}

/** Name of a chain for people. */
export function chainName({ displayName, name }: ChainInfo): string {
  return displayName === '' ? name : displayName;
}

/** Whether a place fits what was typed: symbol, name, chain or address. */
export function fits({ chain, currency }: Place, term: string): boolean {
  const words = term
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  const text = [currency.symbol, currency.name, chain.displayName, chain.name, currency.address]
    .join(' ')
    .toLowerCase();
  return words.every((word) => text.includes(word));
}
