import type { Devnet } from '@portage/devnet';
import { zeroAddress } from '@portage/core';
import { bitcoinCodec } from '@portage/sdk/bitcoin';
import { exchangeCodec } from '@portage/sdk/exchange';
import { solanaCodec } from '@portage/sdk/solana';

/** Currency on one chain of the devnet. */
export interface Place {
  readonly vm: 'evm' | 'svm' | 'bvm' | 'lvm';
  readonly chainId: number;
  readonly slug: string;
  readonly symbol: string;
  readonly address: string;
  readonly decimals: number;
}

/** Reads `usdc@base`: an asset and the slug of a chain. */
export function findPlace(devnet: Devnet, text: `${string}@${string}`): Place {
  const [asset = '', slug = ''] = text.split('@');
  const chain = Object.values(devnet.description.chains).find(
    (candidate) => candidate.slug === slug,
  );
  if (chain === undefined) throw new Error(`There is no chain "${slug}".`);
  const { vm, id: chainId } = chain;
  if (vm === 'evm' && asset === 'eth')
    return { vm, chainId, slug, symbol: 'ETH', address: zeroAddress, decimals: 18 };
  if (vm === 'svm' && asset === 'sol')
    return { vm, chainId, slug, symbol: 'SOL', address: solanaCodec.nativeCurrency, decimals: 9 };
  if (vm === 'bvm' && asset === 'btc')
    return { vm, chainId, slug, symbol: 'BTC', address: bitcoinCodec.nativeCurrency, decimals: 8 };
  if (vm === 'lvm' && asset === 'usdc')
    return {
      vm,
      chainId,
      slug,
      symbol: 'USDC',
      address: exchangeCodec.nativeCurrency,
      decimals: 6,
    };
  if (chain.vm === 'bvm' || chain.vm === 'lvm')
    throw new Error(`There is no currency "${asset}" on ${slug}.`);
  const swapped = chain.vm === 'evm' ? chain.uniswap.tokens : chain.testPools.tokens;
  const tokens = { ...chain.tokens, ...swapped };
  const token = Object.entries(tokens).find(([id]) => id === asset)?.[1];
  if (token === undefined) throw new Error(`There is no currency "${asset}" on ${slug}.`);
  return {
    vm: chain.vm,
    chainId,
    slug,
    symbol: token.symbol,
    address: vm === 'evm' ? token.address.toLowerCase() : token.address,
    decimals: token.decimals,
  };
}
