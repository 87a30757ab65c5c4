import type { Network } from '@portage/networks';
import * as networks from '@portage/networks';
import { startHeight } from '../chains/fakeChain.js';

/** A network as the trial follows it. */
export interface IdleNetwork {
  readonly slug: string;
  readonly vm: Network['vm'];
  readonly blockSeconds: number;
  readonly finality: Network['finality'];
}

/** Seconds of a slot of Solana, of which its facts tell nothing. */
const slotSeconds = 0.4;

/** The nine networks with nodes to ask. */
export const idleNetworks: readonly IdleNetwork[] = [
  networks.ethereum,
  networks.base,
  networks.arbitrum,
  networks.optimism,
  networks.polygon,
  networks.bnb,
  networks.unichain,
  networks.solana,
  networks.bitcoin,
].map(({ slug, vm, blockSeconds = slotSeconds, finality }) => ({
  slug,
  vm,
  blockSeconds,
  finality,
}));

/** Networks that fake nodes stand for. */
export const evmNetworks: readonly IdleNetwork[] = idleNetworks.filter(({ vm }) => vm === 'evm');

/** Members of a devnet's chain that would have its own pace, or nodes that are not counted. */
const left = ['swapSources', 'priceFeeds', 'bridges', 'wsUrl', 'publicRpcUrl', 'pollMs'];

type Settings = Readonly<Record<string, unknown>>;

interface Devnet {
  readonly chains: readonly Settings[];
  readonly keys: unknown;
  readonly prices: unknown;
}

/** Chain of a devnet that has the contracts of a network. */
function chainFor(devnet: unknown, { vm }: IdleNetwork): Settings {
  const chain = (devnet as Devnet).chains.find((each) => (each['vm'] ?? 'evm') === vm);
  if (chain === undefined) throw new Error(`The devnet has no chain of the family ${vm}.`);
  return chain;
}

/** URL of the devnet's node of a family. */
export function nodeOf(devnet: unknown, network: IdleNetwork): string {
  const [url = ''] = chainFor(devnet, network)['rpcUrls'] as readonly string[];
  return url;
}

/**
 * Configuration of all networks, with the settings that an operator's has: finality by worth, and
 * the pace of chains that are no devnet.
 *
 * @param devnet - configuration of a devnet with a chain of each family
 * @param urlsOf - URLs of the nodes of a network
 */
export function describeNetworks(
  devnet: unknown,
  firstId: number,
  urlsOf: (network: IdleNetwork) => readonly string[],
): object {
  const { keys, prices } = devnet as Devnet;
  const chains = idleNetworks.map((network, index): Settings => {
    const found = chainFor(devnet, network);
    const kept = Object.fromEntries(Object.entries(found).filter(([name]) => !left.includes(name)));
    const rpcUrls = urlsOf(network);
    const shared = {
      ...kept,
      rpcUrls,
      ...(rpcUrls.length > 1 ? { quorum: 2 } : {}),
      finality: network.finality.tiers,
    };
    if (network.vm !== 'evm') return shared;
    // The domains of signatures hold the chain's id, and these contracts are those of one chain.
    const assets = (found['assets'] as readonly Settings[]).map((asset) =>
      Object.fromEntries(Object.entries(asset).filter(([name]) => name !== 'permit')),
    );
    const { slug } = network;
    return {
      ...shared,
      id: firstId + index,
      slug,
      name: slug,
      displayName: slug,
      assets,
      startHeight,
      readingMs: 3_000,
    };
  });
  return { keys, prices, chains };
}
