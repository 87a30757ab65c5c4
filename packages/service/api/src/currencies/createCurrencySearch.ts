import { isPortageError, requestFault } from '@portage/core';
import { wireCurrency, type Chain, type ChainAsset, type Chains } from '@portage/core/chain';
import type { EndpointResponse, currenciesBodySchema } from '@portage/core/schemas';
import type { z } from 'zod';

type Entry = EndpointResponse<'currencies'>[number];

interface Listed {
  readonly chain: Chain;
  readonly asset: ChainAsset;
  readonly entry: Entry;
  readonly symbol: string;
  readonly name: string;
}

/** Search for currencies of the offered chains. */
export type CurrencySearch = (body: z.output<typeof currenciesBodySchema>) => readonly Entry[];

/**
 * Reads the currencies of all chains, and again when a chain was opened. They are listed by their
 * rank on their chain (native first), then in the order of the chains, so the first page of an
 * empty search shows the most useful currencies of every chain. With a term the closer match comes
 * first: the symbol itself, its beginning, the beginning of the name, any part of either.
 */
export function createCurrencySearch(chains: Chains): CurrencySearch {
  let known = { all: chains.all, listed: listCurrencies(chains) };
  return (body) => {
    if (known.all !== chains.all) known = { all: chains.all, listed: listCurrencies(chains) };
    const isWanted = createFilter(body, chains);
    const term = body.term?.trim().toLowerCase() ?? '';
    const matches = known.listed
      .filter(isWanted)
      .map((each) => ({ entry: each.entry, distance: term === '' ? 0 : distance(each, term) }));
    // Sorting is stable: equal matches stay in the order of the list.
    const found = matches
      .filter((match) => match.distance < Infinity)
      .sort((a, b) => a.distance - b.distance);
    return found.slice(0, body.limit).map(({ entry }) => entry);
  };
}

function listCurrencies({ all }: Chains): readonly Listed[] {
  const ranks = Math.max(0, ...all.map(({ assets }) => assets.length));
  return Array.from({ length: ranks }, (_, rank) => rank).flatMap((rank) =>
    all.flatMap((chain): Listed[] => {
      const asset = chain.assets[rank];
      if (asset === undefined) return [];
      const entry = { ...wireCurrency(chain.id, asset), vmType: chain.vm, groupID: asset.id };
      return [
        { chain, asset, entry, symbol: asset.symbol.toLowerCase(), name: asset.name.toLowerCase() },
      ];
    }),
  );
}

function distance({ symbol, name, asset }: Listed, term: string): number {
  if (symbol === term || asset.address.toLowerCase() === term) return 0;
  if (symbol.startsWith(term)) return 1;
  if (name.startsWith(term)) return 2;
  return symbol.includes(term) || name.includes(term) ? 3 : Infinity;
}

function createFilter(
  body: z.output<typeof currenciesBodySchema>,
  chains: Chains,
): (each: Listed) => boolean {
  const { defaultList, chainIds, address, currencyId, verified } = body;
  const tokens =
    body.tokens === undefined
      ? undefined
      : new Set(body.tokens.flatMap((token, index) => readToken(token, index, chains)));
  return ({ chain, asset, entry }) =>
    (chainIds === undefined || chainIds.includes(chain.id)) &&
    (address === undefined || asset.address === canonical(chain, address)) &&
    (currencyId === undefined || asset.id === currencyId.toLowerCase()) &&
    (tokens === undefined || tokens.has(`${String(chain.id)}:${asset.address}`)) &&
    (verified === undefined || entry.metadata.verified === verified) &&
    (defaultList !== true || entry.metadata.verified);
}

/**
 * Currency in `chainId:address`; none if the chain or the address is unknown here.
 *
 * @throws PortageError `INVALID_REQUEST`
 */
function readToken(token: string, index: number, chains: Chains): readonly string[] {
  const match = /^(\d{1,16}):(.+)$/.exec(token);
  if (match?.[1] === undefined || match[2] === undefined) {
    const [path, message] = [
      `tokens.${String(index)}`,
      'must be a chain id and an address, as in 8453:0x0000000000000000000000000000000000000000',
    ];
    throw requestFault(path, message);
  }
  const chain = chains.all.find(({ id }) => String(id) === match[1]);
  const currency = chain === undefined ? undefined : canonical(chain, match[2]);
  return currency === undefined ? [] : [`${match[1]}:${currency}`];
}

/** Canonical text of an address; undefined if it is no address of this chain. */
function canonical({ codec }: Chain, address: string): string | undefined {
  try {
    return codec.normalizeAddress(address);
  } catch (error) {
    if (isPortageError(error)) return undefined;
    throw error;
  }
}
