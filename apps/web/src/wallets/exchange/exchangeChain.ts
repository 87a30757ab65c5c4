import type { ChainInfo } from '@portage/sdk';
import { createExchangeApi, type ExchangeApi } from '@portage/sdk/exchange';
import { settings } from '../../settings/readSettings.js';

/** The exchange of a service. */
export function exchangeChain(chains: readonly ChainInfo[]): ChainInfo {
  const chain = chains.find(({ vmType }) => vmType === 'lvm');
  if (chain === undefined || chain.httpRpcUrl === '')
    throw new Error('The service names no endpoint of the exchange.');
  return chain;
}

/** Calls to the exchange of a service. */
export function exchangeApi(chain: ChainInfo): ExchangeApi {
  return createExchangeApi({ url: chain.httpRpcUrl });
}

/** Ids of the exchange's own signatures. */
const circuitIds = { mainnet: 304, testnet: 300 } as const;

/** Id of signatures where the page runs. A devnet's exchange has the id of the testnet. */
export async function circuitId(): Promise<number> {
  const { faucetUrl } = await settings;
  return faucetUrl === undefined ? circuitIds.mainnet : circuitIds.testnet;
}
