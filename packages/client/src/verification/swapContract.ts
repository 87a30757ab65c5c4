import type { TrustedChain } from './trustedChain.js';

/**
 * The trusted contract that takes a currency for a swap: the holder of allowances, and for native
 * currency the contract that makes swaps; on chains without allowances the program that swaps.
 * Undefined where the entry of the chain names none.
 */
export function swapContract(chain: TrustedChain, currency: string): string | undefined {
  const { contracts, currency: native } = chain.info;
  const contract =
    contracts[chain.sameCurrency(currency, native.address) ? 'erc20Router' : 'approvalProxy'] ??
    contracts['swapProgram'];
  return typeof contract === 'string' ? contract : undefined;
}
