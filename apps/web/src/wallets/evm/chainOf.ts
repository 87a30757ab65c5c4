import type { ChainInfo } from '@portage/sdk';
import { defineChain, type Chain } from 'viem';

/** A chain of the service as viem knows chains. @throws Error when the service does not list it */
export function chainOf(chainId: number, chains: readonly ChainInfo[]): Chain {
  const chain = chains.find(({ id }) => id === chainId);
  if (chain === undefined) throw new Error(`The service lists no chain ${String(chainId)}.`);
  const { displayName, currency, httpRpcUrl, explorerUrl, explorerName } = chain;
  return defineChain({
    id: chainId,
    name: displayName,
    nativeCurrency: { name: currency.name, symbol: currency.symbol, decimals: currency.decimals },
    rpcUrls: { default: { http: httpRpcUrl === '' ? [] : [httpRpcUrl] } },
    ...(explorerUrl === ''
      ? {}
      : { blockExplorers: { default: { name: explorerName, url: explorerUrl } } }),
  });
}
