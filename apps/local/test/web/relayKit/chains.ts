import type { RelayChain } from '@relayprotocol/relay-sdk';
import { fetchChainConfigs } from '@relayprotocol/relay-sdk/chain-utils';
import type { Chain } from 'viem';
import { createConfig, http, type Config } from 'wagmi';

/**
 * Chains of a service in the form of the interface. Devnets have the ids of main networks, whose
 * nodes the interface knows by heart: the nodes of the service take their place.
 */
export async function readChains(api: string): Promise<readonly RelayChain[]> {
  const chains = await fetchChainConfigs(api);
  return chains.map((chain) => {
    const { viemChain, httpRpcUrl = '' } = chain;
    if (viemChain === undefined) return chain;
    const rpcUrls = { default: { http: [httpRpcUrl] } };
    return { ...chain, viemChain: { ...viemChain, rpcUrls } };
  });
}

/** Wallets of the browser on the EVM chains among these. */
export function createWagmi(chains: readonly RelayChain[]): Config {
  const evm = chains
    .filter(({ vmType }) => vmType === 'evm')
    .flatMap(({ viemChain }) => viemChain ?? []);
  const [first, ...others] = evm;
  if (first === undefined) throw new Error('The service has no EVM chain.');
  return createConfig({
    chains: [first, ...others] as readonly [Chain, ...Chain[]],
    transports: Object.fromEntries(evm.map(({ id }) => [id, http()])),
  });
}
