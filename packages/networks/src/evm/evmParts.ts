import type { EvmNetwork, NativeCurrency, NetworkToken, NetworkVenue } from '../network.js';
import { chosen, readAt } from '../readAt.js';
import type { Source, Sources } from '../source.js';

/** Ether, as the currency that fees are paid in. */
export const ether: NativeCurrency = {
  id: 'eth',
  symbol: 'ETH',
  name: 'Ether',
  decimals: 18,
  address: '0x0000000000000000000000000000000000000000',
};

/** Wrapped Ether of rollups of the OP Stack. */
export const opStackWeth = '0x4200000000000000000000000000000000000006';

/** Contracts at the same address on every network. */
export const everywhere: Pick<EvmNetwork['contracts'], 'permit2' | 'multicall3'> = {
  permit2: '0x000000000022D473030F116dDEE9F6B43aC78BA3',
  multicall3: '0xcA11bde05977b3631167028862bE2a173976CA11',
};

/** USDC that Circle issues; `domain` is the name that its signatures have. */
export function circleUsdc(address: string, domain?: string): NetworkToken {
  const permit = domain === undefined ? {} : { permit: { name: domain, version: '2' } };
  return { symbol: 'USDC', name: 'USD Coin', decimals: 6, address, issuer: 'Circle', ...permit };
}

/** Wrapped Ether, as a token. */
export function weth(address: string, issuer = 'the contract itself'): NetworkToken {
  return { symbol: 'WETH', name: 'Wrapped Ether', decimals: 18, address, issuer };
}

/** Factories of a network, and the router of both. */
interface UniswapAddresses {
  readonly v2?: string;
  readonly v3: string;
  readonly router: string;
}

/** Pools of Uniswap: both versions are traded with by one router. */
export function uniswap({ v2, v3, router }: UniswapAddresses): readonly NetworkVenue[] {
  const older: readonly NetworkVenue[] =
    v2 === undefined ? [] : [{ id: 'uniswap-v2', kind: 'uniswap-v2', factory: v2, router }];
  return [{ id: 'uniswap-v3', kind: 'uniswap-v3', factory: v3, router }, ...older];
}

/**
 * Sources that the networks of the family share.
 *
 * @param chain - export of `viem/chains`
 */
export function evmSources(chain: string): Sources {
  const viem = readAt(`viem@2.57.1#chains/${chain}`);
  const uniswapCore = readAt('@uniswap/sdk-core@7.19.4#CHAIN_TO_ADDRESSES_MAP');
  const data = readAt('docs/chains.md#data-fees');
  return {
    id: viem,
    name: viem,
    isTest: viem,
    blockSeconds: viem,
    explorer: viem,
    nativeCurrency: viem,
    slug: chosen('names-of-networks'),
    vm: chosen('names-of-networks'),
    tokens: readAt('@uniswap/default-token-list@22.21.0#tokens'),
    finality: chosen('finality-of-networks'),
    'fees.fillUsdMax': chosen('fees-of-networks'),
    'contracts.multicall3': viem,
    'contracts.permit2': readAt('@uniswap/permit2-sdk@1.4.0#PERMIT2_ADDRESS'),
    'contracts.wrappedNative': readAt('@uniswap/sdk-core@7.19.4#WETH9'),
    venues: uniswapCore,
    dataFee: data,
    hasOperatorFee: readAt('https://docs.base.org/upgrades/isthmus/system-config'),
  };
}

/** Sources of a USDC that Circle issues: its address is in Circle's own package. */
export const circle: Sources = {
  'tokens.usdc': readAt('@circle-fin/bridge-kit@1.15.1#chains'),
  'tokens.usdc.permit': chosen('domains-of-signatures'),
};

/**
 * Source of a network's feeds.
 *
 * @param network - name in Aave's address book, as in `Base`
 */
export function chainlink(network: string): Source {
  return readAt(`@bgd-labs/aave-address-book@4.44.22#Chainlink${network}`);
}
