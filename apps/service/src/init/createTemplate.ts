import type { EndpointSetting } from './readEndpoints.js';
import { setValues, type Values } from './setValues.js';
import type { Network } from '@portage/networks';

/** A configuration that an operator has to complete. */
export interface Template {
  readonly configuration: Readonly<Record<string, unknown>>;
  /** Paths of what is still to be filled in, as in `chains.0.rpcUrls.0`. */
  readonly open: readonly string[];
}

/** Endpoints that an operator has already, by the slugs of networks. */
export type Endpoints = Readonly<Record<string, readonly EndpointSetting[]>>;

/** Parts of a configuration that an operator has already. */
export interface Given {
  readonly endpoints: Endpoints;
  readonly values: Values;
}

/**
 * Configuration of a service on named networks. What only its operator can decide is a text in
 * angle brackets, which no start accepts. Pure.
 *
 * @throws PortageError `INVALID_CONFIGURATION` for a value at no place
 */
export function createTemplate(
  networks: readonly Network[],
  { endpoints, values }: Given,
): Template {
  const template = {
    chains: networks.map((network) => ({
      network: network.slug,
      rpcUrls: endpoints[network.slug] ?? wantedEndpoints(network.slug),
      ...ownMembers(network),
    })),
    prices: pricesOf(networks),
    policy: {
      outflows: {
        hourMicroUsdMax: '<millionths of a USD that may leave a chain within an hour>',
        dayMicroUsdMax: '<the same within a day>',
        recipientMicroUsdMax: '<the same to one recipient within an hour>',
      },
    },
  };
  const configuration = setValues(template, values);
  return { configuration, open: openPlaces(configuration) };
}

/** Two operators are the fewest that a start accepts. */
function wantedEndpoints(slug: string): readonly string[] {
  return [`<endpoint of ${slug}>`, `<endpoint of ${slug}, of another operator>`];
}

/**
 * Settings that no preset has: our own contracts or programs, and on Bitcoin the height from which
 * deposits can come and the Esplora endpoints.
 */
function ownMembers({ vm, slug }: Network): Readonly<Record<string, unknown>> {
  if (vm === 'evm')
    return {
      contracts: {
        depository: `<address of the depository on ${slug}>`,
        filler: `<address of the filler on ${slug}>`,
      },
    };
  if (vm === 'svm')
    return {
      programs: {
        depository: `<address of the depository on ${slug}>`,
        filler: `<address of the filler on ${slug}>`,
      },
    };
  if (vm === 'bvm')
    return {
      startHeight: '<height from which deposits can come>',
      esploraUrls: [`<Esplora endpoint of ${slug}>`],
    };
  return {};
}

/** One publisher of prices for every asset; a guard is better, and is the operator's to choose. */
function pricesOf(networks: readonly Network[]): Readonly<Record<string, unknown>> {
  const ids = [
    ...new Set(
      networks.flatMap(({ nativeCurrency, tokens }) => [nativeCurrency.id, ...Object.keys(tokens)]),
    ),
  ];
  return {
    source: 'feeds',
    http: {
      url: '<publisher of prices in the shape of Hermes>',
      ids: Object.fromEntries(ids.map((id) => [id, `<id of the price of ${id}>`])),
    },
    assets: Object.fromEntries(ids.map((id) => [id, { primary: 'http' }])),
  };
}

/** Paths of texts in angle brackets. */
function openPlaces(value: unknown, path = ''): readonly string[] {
  if (typeof value === 'string') return /^<.*>$/.test(value) ? [path] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    openPlaces(member, path === '' ? name : `${path}.${name}`),
  );
}
