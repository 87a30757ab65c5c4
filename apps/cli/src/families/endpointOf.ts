import { PortageError, type ChainInfo } from '@portage/sdk';
import type { DevnetFile } from '../devnetFile.js';

/** Endpoint of a chain: the devnet's, or the service's. @throws PortageError */
export function endpointOf(
  chainId: number,
  chains: readonly ChainInfo[],
  devnet: DevnetFile | undefined,
): string {
  const listed = chains.find(({ id }) => id === chainId)?.httpRpcUrl;
  const url = devnet?.endpoints.get(chainId) ?? listed;
  if (url === undefined || url === '') throw noEndpoint(chainId);
  return url;
}

/** Makes the error for a chain without a known endpoint. */
export function noEndpoint(chainId: number): PortageError {
  return new PortageError('INVALID_CONFIGURATION', {
    message: `No endpoint of chain ${String(chainId)} is known.`,
    hint: 'The service names its publicRpcUrl; of a devnet, give devnet.json with --devnet.',
  });
}
