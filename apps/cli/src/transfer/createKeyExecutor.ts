import { PortageError, type ChainInfo, type Executor } from '@portage/sdk';
import { createEvmExecutor } from '@portage/sdk/evm';
import { createWalletClient, defineChain, http } from 'viem';
import type { PrivateKeyAccount } from 'viem/accounts';
import type { DevnetFile } from '../devnetFile.js';

/**
 * Executor that signs with a local key and uses the endpoint of the devnet or of the chain list.
 */
export function createKeyExecutor(
  account: PrivateKeyAccount,
  chains: readonly ChainInfo[],
  devnet: DevnetFile | undefined,
): Executor {
  return createEvmExecutor({
    wallet: (chainId) => {
      const chain = chains.find((entry) => entry.id === chainId);
      const url = endpointOf(chainId, chains, devnet);
      if (chain === undefined) throw noEndpoint(chainId);
      const { name, symbol, decimals } = chain.currency;
      return createWalletClient({
        account,
        chain: defineChain({
          id: chain.id,
          name: chain.name,
          nativeCurrency: { name, symbol, decimals },
          rpcUrls: { default: { http: [url] } },
        }),
        transport: http(url),
      });
    },
  });
}

/** Endpoint of a chain: the devnet's, or the service's. @throws PortageError */
export function endpointOf(
  chainId: number,
  chains: readonly ChainInfo[],
  devnet: DevnetFile | undefined,
): string {
  const listed = chains.find(({ id }) => id === chainId)?.httpRpcUrl;
  const url = devnet?.rpcUrls.get(chainId) ?? listed;
  if (url === undefined || url === '') throw noEndpoint(chainId);
  return url;
}

function noEndpoint(chainId: number): PortageError {
  return new PortageError('INVALID_CONFIGURATION', {
    message: `No endpoint of chain ${String(chainId)} is known.`,
    hint: 'The service names none for this chain; give a devnet.json with --devnet.',
  });
}
