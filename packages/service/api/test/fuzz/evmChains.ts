import { PortageError, zeroAddress } from '@portage/core';
import { createChains, type Chain, type ChainAsset, type Chains } from '@portage/core/chain';
import { evmCodec } from '@portage/evm/codec';
import { createFakeChain } from '@portage/testing';

/** USDC on the chains of the fuzz, by chain id. */
export const usdc: Readonly<Record<number, string>> = {
  8453: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
  10: '0x0b2c639c533813f4aa9d7837caf62653d097ff85',
};

/** Wrapped ether, at the same address on both. */
export const weth = '0x4200000000000000000000000000000000000006';

/**
 * In-memory chains with the currencies, accounts and calls of EVM chains, and money without end.
 */
export function createEvmChains(): Chains {
  return createChains([evmChain(8453, 'base'), evmChain(10, 'optimism')]);
}

function evmChain(id: number, slug: string): Chain {
  const { chain } = createFakeChain({ id, slug, now: Date.now });
  const native = { ...chain.native, address: zeroAddress };
  const assets = [native, token('usdc', usdc[id] ?? '', 6), token('weth', weth, 18)];
  const now = <T>(value: T): { readonly value: T; readonly observedAt: number } => ({
    value,
    observedAt: Date.now(),
  });
  return {
    ...chain,
    ...{
      vm: 'evm',
      codec: evmCodec,
      native,
      assets,
      extraData: `0x${'00'.repeat(12)}${'f1'.repeat(20)}`,
    },
    balances: { read: () => Promise.resolve(0n), spendable: () => now(10n ** 60n) },
    gas: { estimate: () => now(700_000_000_000n) },
    checkRecipient: (recipient) => {
      if (assets.some(({ address }) => address === evmCodec.normalizeAddress(recipient)))
        throw new PortageError('INVALID_RECIPIENT');
    },
  };
}

function token(id: string, address: string, decimals: number): ChainAsset {
  return {
    id,
    symbol: id.toUpperCase(),
    name: id,
    address,
    decimals,
    supportsBridging: true,
    isNative: false,
  };
}
