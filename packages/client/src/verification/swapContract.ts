import type { Side } from './trustedChain.js';

/**
 * The trusted contract that takes a currency for a swap: the one that holds allowances, and for
 * native currency the one that carries swaps out; undefined where the chain's entry names none.
 */
export function swapContract(side: Side, currency: string): string | undefined {
  const { contracts, currency: native } = side.chain;
  const contract =
    contracts[side.sameCurrency(currency, native.address) ? 'erc20Router' : 'approvalProxy'];
  return typeof contract === 'string' ? contract : undefined;
}
