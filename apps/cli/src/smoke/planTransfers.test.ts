import type { ChainInfo } from '@portage/sdk';
import { expect, test } from 'vitest';
import { planTransfers } from './planTransfers.js';

interface Described {
  readonly native: string;
  readonly tokens?: readonly string[];
  /** Tokens that the solver does not trade. */
  readonly swapped?: readonly string[];
  readonly disabled?: boolean;
  readonly vmType?: string;
}

function chain(slug: string, described: Described): ChainInfo {
  const { native, tokens = [], swapped = [], disabled = false, vmType = 'evm' } = described;
  const currency = (id: string): object => ({
    id,
    symbol: id,
    address: id,
    decimals: 6,
    supportsBridging: !swapped.includes(id),
  });
  return {
    id: slug.length,
    name: slug,
    vmType,
    disabled,
    protocol: { v2: { chainId: slug } },
    currency: currency(native),
    erc20Currencies: [...tokens, ...swapped].map(currency),
  } as unknown as ChainInfo; // The members that transfers are planned by.
}

const chains = [
  chain('base', { native: 'eth', tokens: ['usdc'] }),
  chain('lighter', { native: 'usdc', vmType: 'lvm' }),
  chain('bitcoin', { native: 'btc', vmType: 'bvm' }),
  chain('away', { native: 'usdc', disabled: true }),
  chain('foreign', { native: 'usdc', vmType: 'mychain' }),
];
const namesOf = (pairs: string): readonly string[] =>
  planTransfers(chains, { pairs, usd: '2' }).map(({ name, tradeType }) => `${name} ${tradeType}`);

test('all pairs of open chains that there are keys for, and back', () => {
  expect(namesOf('all')).toEqual([
    'usdc@base>usdc@lighter EXACT_INPUT',
    'usdc@lighter>usdc@base EXACT_INPUT',
    'usdc@base>btc@bitcoin EXACT_INPUT',
    'btc@bitcoin>usdc@base EXACT_OUTPUT',
    'usdc@lighter>btc@bitcoin EXACT_INPUT',
    'btc@bitcoin>usdc@lighter EXACT_OUTPUT',
  ]);
  expect(planTransfers(chains, { pairs: 'all', usd: '2.5' })[0]?.amount).toBe('2500000');
});

test('named pairs, and none of two chains without a dollar', () => {
  expect(namesOf('base:bitcoin')).toHaveLength(2);
  expect(namesOf('bitcoin:bitcoin')).toEqual([]);
  expect(() => namesOf('base')).toThrow('is not a pair of chains');
  expect(() => namesOf('base:nowhere')).toThrow('There is no chain "nowhere"');
});

test('swaps go once to each currency that the solver does not trade, and are asked for', () => {
  const swapping = [
    ...chains,
    chain('optimism', { native: 'eth', tokens: ['usdc'], swapped: ['weth', 'dai'] }),
  ];
  const named = (swaps: boolean): readonly string[] =>
    planTransfers(swapping, { pairs: 'all', usd: '2', swaps }).map(
      ({ name, tradeType, amount }) => `${name} ${tradeType} ${amount}`,
    );
  expect(named(true).slice(named(false).length)).toEqual([
    'usdc@base>weth@optimism EXACT_INPUT 2000000',
    'usdc@base>dai@optimism EXACT_INPUT 2000000',
  ]);
  expect(named(false).filter((name) => /weth|dai/.test(name))).toEqual([]);
});
