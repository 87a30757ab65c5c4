import type { ChainInfo } from '@portage/core';
import type { Rates } from '../read/askFacts.js';
import { chainTypeOf } from '../read/chainTypes.js';
import { printToken, type LifiToken } from './printToken.js';

/** Chain of LI.FI's answers. */
export interface LifiChain {
  /** Key by which requests may name it, beside its id. */
  readonly key: string;
  readonly chainType: string;
  readonly name: string;
  readonly coin: string;
  readonly id: number;
  readonly mainnet: boolean;
  readonly logoURI: string;
  readonly nativeToken: LifiToken;
  readonly metamask: {
    readonly chainId: string;
    readonly blockExplorerUrls: readonly string[];
    readonly chainName: string;
    readonly nativeCurrency: {
      readonly name: string;
      readonly symbol: string;
      readonly decimals: number;
    };
    readonly rpcUrls: readonly string[];
  };
  readonly multicallAddress?: string;
}

/** Chain as its clients put it into a wallet; its permits are not used, so none are named. */
export function printChain(chain: ChainInfo, rates: Rates): LifiChain {
  const { id, name, displayName, currency, explorerUrl, httpRpcUrl, contracts, tags } = chain;
  const multicall = contracts['multicall3'];
  return {
    key: name,
    chainType: chainTypeOf(chain) ?? chain.vmType,
    name: displayName,
    coin: currency.symbol,
    id,
    mainnet: !tags.includes('testnet'),
    logoURI: chain.logoUrl ?? chain.iconUrl,
    nativeToken: printToken(currency, id, rates),
    metamask: {
      chainId: `0x${id.toString(16)}`,
      // Its clients put `tx/` behind the address of the explorer.
      blockExplorerUrls: [explorerUrl.endsWith('/') ? explorerUrl : `${explorerUrl}/`],
      chainName: displayName,
      nativeCurrency: { name: currency.name, symbol: currency.symbol, decimals: currency.decimals },
      rpcUrls: httpRpcUrl === '' ? [] : [httpRpcUrl],
    },
    ...(typeof multicall === 'string' ? { multicallAddress: multicall } : {}),
  };
}
