import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { domainSeparator, encodePacked, getAddress, getContractAddress, keccak256 } from 'viem';
import * as chains from 'viem/chains';
import { describe, expect, test } from 'vitest';
import type { EvmNetwork } from '../network.js';
import { network, networks } from '../networks.js';
import { everywhere } from './evmParts.js';

const all = networks.filter((each): each is EvmNetwork => each.vm === 'evm');
const load = createRequire(import.meta.url);

/** Addresses that Uniswap publishes, as far as they are compared here. */
const core = load('@uniswap/sdk-core') as {
  readonly CHAIN_TO_ADDRESSES_MAP: Readonly<
    Record<number, { readonly v3CoreFactoryAddress: string }>
  >;
  readonly V2_FACTORY_ADDRESSES: Readonly<Record<number, string>>;
  readonly SWAP_ROUTER_02_ADDRESSES: (id: number) => string;
  readonly WETH9: Readonly<Record<number, { readonly address: string }>>;
};
const list = JSON.parse(readFileSync(load.resolve('@uniswap/default-token-list'), 'utf8')) as {
  readonly tokens: readonly {
    readonly chainId: number;
    readonly address: string;
    readonly decimals: number;
  }[];
};
const book = load('@bgd-labs/aave-address-book') as Readonly<
  Record<string, Readonly<Record<string, string>>>
>;
const { POOL_INIT_CODE_HASH: initCodeHash } = load('@uniswap/v3-sdk') as {
  readonly POOL_INIT_CODE_HASH: `0x${string}`;
};

/** Addresses in a value, however deep. */
function addressesOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return /^0x[0-9a-fA-F]{40}$/.test(value) ? [value] : [];
  return typeof value === 'object' && value !== null
    ? Object.values(value).flatMap(addressesOf)
    : [];
}

function chainOf({ id }: EvmNetwork): chains.Chain {
  const found = Object.values(chains).find((each) => 'id' in each && each.id === id);
  if (found === undefined || !('id' in found)) throw new Error(`viem has no chain ${String(id)}`);
  return found;
}

/** Address of the pool that a factory of Uniswap V3 makes. */
function poolOf(factory: string, tokens: readonly [string, string], feePips: number): string {
  const [tokenA, tokenB] = tokens
    .map(getAddress)
    .sort((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1));
  const salt = keccak256(
    `0x${[tokenA ?? '', tokenB ?? ''].map((token) => token.slice(2).padStart(64, '0')).join('')}${feePips.toString(16).padStart(64, '0')}`,
  );
  return getContractAddress({
    opcode: 'CREATE2',
    from: getAddress(factory),
    salt,
    bytecodeHash: initCodeHash,
  });
}

describe.each(all)('$slug', (each) => {
  const chain = chainOf(each);

  test('has addresses with their checksums', () => {
    const addresses = addressesOf(each);
    expect(addresses.map((address) => getAddress(address))).toEqual(addresses);
  });

  test('is the chain that viem knows', () => {
    const { symbol, name, decimals } = each.nativeCurrency;
    expect({ symbol, name, decimals, title: each.name, isTest: each.isTest }).toEqual({
      ...chain.nativeCurrency,
      title: chain.name,
      isTest: chain.testnet ?? false,
    });
    const { name: explorer, url } = chain.blockExplorers?.default ?? {};
    expect(each.explorer).toEqual({ name: explorer, url });
    expect(each.blockSeconds).toBe(
      chain.blockTime === undefined ? undefined : chain.blockTime / 1_000,
    );
    expect(each.contracts.multicall3.toLowerCase()).toBe(
      chain.contracts?.multicall3?.address.toLowerCase(),
    );
    expect(each.dataFee === 'op-stack').toBe(chain.contracts?.['gasPriceOracle'] !== undefined);
    expect(each.hasOperatorFee).toBe(each.dataFee === 'op-stack');
  });

  test('has the contracts that are the same everywhere', () => {
    const { permit2, multicall3 } = each.contracts;
    expect({ permit2, multicall3 }).toEqual(everywhere);
  });

  test('has tokens as they are published', () => {
    const listed = list.tokens.filter(({ chainId }) => chainId === each.id);
    for (const { address, decimals } of Object.values(each.tokens)) {
      const same = listed.find((token) => token.address.toLowerCase() === address.toLowerCase());
      if (same !== undefined)
        expect({ address, decimals }).toEqual({ address, decimals: same.decimals });
      // What Uniswap's list leaves out is wrapped Ether, or named by Circle's own package.
      else expect([core.WETH9[each.id]?.address, each.tokens['usdc']?.address]).toContain(address);
      if (!each.isTest) expect(same).toBeDefined();
    }
    expect(each.contracts.wrappedNative).toBe(core.WETH9[each.id]?.address);
  });

  test('has the pools of Uniswap', () => {
    const published = core.CHAIN_TO_ADDRESSES_MAP[each.id];
    const v2 = core.V2_FACTORY_ADDRESSES[each.id];
    const router = published && getAddress(core.SWAP_ROUTER_02_ADDRESSES(each.id));
    const venue = (kind: string, factory: string | undefined): readonly unknown[] =>
      factory === undefined ? [] : [{ id: kind, kind, factory: getAddress(factory), router }];
    expect(each.venues).toEqual([
      ...venue('uniswap-v3', published?.v3CoreFactoryAddress),
      ...venue('uniswap-v2', v2),
    ]);
  });

  test('has feeds of Chainlink', () => {
    const name =
      { bnb: 'BNB' }[each.slug] ?? each.slug.charAt(0).toUpperCase() + each.slug.slice(1);
    const feeds = book[`Chainlink${name}`] ?? {};
    for (const [pair, { address }] of Object.entries(each.priceFeeds))
      expect(address).toBe(feeds[pair.replace('/', '__')]);
    if (each.sequencerFeed !== undefined)
      expect(each.sequencerFeed).toBe(feeds['L2_Sequencer_Uptime_Status_Feed']);
  });
});

// What DOMAIN_SEPARATOR() of each token answered.
const separators = {
  ethereum: '0x06c37168a7db5138defc7866392bb87a741f9b3d104deb5094588ce041cae335',
  base: '0x02fa7265e7c5d81118673727957699e4d68f74cd74b7db77da710fe8a2c7834f',
  arbitrum: '0x08d11903f8419e68b1b8721bcbe2e9fc68569122a77ef18c216f10b3b5112c78',
  optimism: '0x26d9c34bb1a1c312f69c53b2d93b8be20faafba63af2438c6811713c9b1f933f',
  polygon: '0xcaa2ce1a5703ccbe253a34eb3166df60a705c561b44b192061e28f2a985be2ca',
  unichain: '0x565b4c4095d739dada6adeb9a89bc6dc4d102500ebd4a88bef1ec1d0f69d83b8',
  'base-sepolia': '0x71f17a3b2ff373b803d70a5a07c046c1a2bc8e89c09ef722fcb047abe94c9818',
  'polygon-amoy': '0x5cddc98319864e897e4469bd1d13c2288c677047b54b8cca12bd342adb6be9eb',
} as const;

test.each(Object.entries(separators))('USDC of %s has the domain that signs', (slug, separator) => {
  const each = all.find((one) => one.slug === slug);
  const usdc = each?.tokens['usdc'];
  const verifyingContract = getAddress(usdc?.address ?? '');
  const domain = { ...usdc?.permit, chainId: each?.id, verifyingContract };
  expect(domainSeparator({ domain })).toBe(separator);
});

test('factories make the pools that are known', () => {
  const { tokens, venues } = network('ethereum');
  const pair = [tokens.usdc.address, tokens.weth.address] as const;
  expect(poolOf(venues[0]?.factory ?? '', pair, 500)).toBe(
    '0x88e6A0c2dDD26FEEb64F039a2c41296FcB3f5640',
  );
  const onBase = network('base');
  expect(
    poolOf(
      onBase.venues[0]?.factory ?? '',
      [onBase.tokens.usdc.address, onBase.tokens.weth.address],
      500,
    ),
  ).toBe('0xd0b53D9277642d899DF5C87A3966A349A798F224');
  const pairCode = '0x96e8ac4277198ff8b6f785478aa9a39f403cb768dd02cbee326c3e7da348845f';
  const salt = keccak256(
    encodePacked(['address', 'address'], [getAddress(pair[0]), getAddress(pair[1])]),
  );
  const from = getAddress(venues[1]?.factory ?? '');
  expect(getContractAddress({ opcode: 'CREATE2', from, salt, bytecodeHash: pairCode })).toBe(
    '0xB4e16d0168e52d35CaCD2c6185b44281Ec28C9Dc',
  );
});
