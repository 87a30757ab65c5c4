import type { EvmNetwork, Network, NetworkToken } from '@portage/networks';

/** Settings of a chain as a configuration holds them. */
export type Settings = Readonly<Record<string, unknown>>;

/** Settings of a chain that its network decides. */
export interface Preset {
  /** Members without which the chain would be another one. */
  readonly identity: Settings;
  /** Members that an operator may write otherwise. */
  readonly settings: Settings;
  /** Currencies that are offered, native first. */
  readonly assets: readonly Settings[];
  /** Kind, factory and router of each venue. */
  readonly venues: readonly Settings[];
  /** Feeds of Chainlink by their pairs, and the one of the sequencer. */
  readonly feeds: Settings;
  readonly sequencer?: string | undefined;
}

/** Least `secondsPerPayment` of a chain. */
const secondsMin = 2;

/** Settings that follow from the facts of a network. Pure. */
export function presetOf(network: Network): Preset {
  const { id, slug, name, explorer, blockSeconds, finality } = network;
  return {
    identity: { id, ...identityOf(network) },
    settings: {
      slug,
      name,
      finality: finality.tiers,
      ...(explorer === undefined ? {} : { explorerUrl: explorer.url, explorerName: explorer.name }),
      ...(blockSeconds === undefined || blockSeconds <= secondsMin
        ? {}
        : { secondsPerPayment: Math.ceil(blockSeconds) }),
      fillUsdMax: network.fees.fillUsdMax,
      ...(network.vm === 'evm' ? evmSettings(network) : {}),
      // Tier of a new account, whose calls hosts bound the most.
      ...(network.vm === 'lvm' ? { tier: 'standard' } : {}),
      ...(network.vm === 'svm' && explorer !== undefined
        ? { explorerPaths: { address: '/account/{ADDRESS}' } }
        : {}),
    },
    assets: assetsOf(network),
    venues:
      network.vm === 'evm'
        ? network.venues.map(({ id: venue, ...facts }) => ({ id: venue, ...facts }))
        : [],
    feeds: network.vm === 'evm' ? feedsOf(network) : {},
    ...(network.vm === 'evm' ? { sequencer: network.sequencerFeed } : {}),
  };
}

function feedsOf({ priceFeeds }: EvmNetwork): Settings {
  return Object.fromEntries(
    Object.entries(priceFeeds).map(([pair, { address: feed, heartbeatSeconds }]) => [
      pair,
      heartbeatSeconds === undefined ? { feed } : { feed, heartbeatSeconds },
    ]),
  );
}

function identityOf(network: Network): Settings {
  if (network.vm === 'svm') return { genesisHash: network.genesisHash };
  if (network.vm === 'bvm') return { network: network.addresses };
  return network.vm === 'lvm' ? { circuitId: network.circuitId } : {};
}

function evmSettings({ contracts, dataFee, fees }: EvmNetwork): Settings {
  const { multicall3, wrappedNative } = contracts;
  return {
    contracts: { multicall3, ...(wrappedNative === undefined ? {} : { wrappedNative }) },
    dataFee: dataFee === 'none' ? dataFee : { kind: dataFee },
    ...(fees.tipMin === undefined ? {} : { tipMin: String(fees.tipMin) }),
  };
}

function assetsOf({ nativeCurrency, tokens }: Network): readonly Settings[] {
  const listed: readonly (readonly [string, NetworkToken])[] = Object.entries(tokens);
  return [
    { ...nativeCurrency },
    ...listed.map(([id, { symbol, name, address, decimals, permit }]) => ({
      id,
      symbol,
      name,
      address,
      decimals,
      ...(permit === undefined ? {} : { permit: { kind: 'eip3009', ...permit } }),
    })),
  ];
}
