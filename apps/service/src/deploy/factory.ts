import type { Address, Hex } from 'viem';

/**
 * Arachnid's deterministic deployment proxy, at the same address on every chain: it creates what
 * its input says behind a salt of 32 bytes, by `CREATE2`.
 *
 * @see https://github.com/Arachnid/deterministic-deployment-proxy
 */
export const factoryAddress: Address = '0x4e59b44847b379578588920cA78FbF26c0B4956C';

/** Code of the factory. */
export const factoryCode: Hex =
  '0x7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe03601600081602082378035828234f58015156039578182fd5b8082525050506014600cf3';

/**
 * Sender of the transaction that creates the factory. Nobody has its key: the signature was made
 * up, and the sender follows from it.
 */
export const factorySender: Address = '0x3fAB184622Dc19b6109349B94811493BF2a45362';

/**
 * Transaction that creates the factory, the same for every chain: it names no chain id, as before
 * EIP-155.
 */
export const factoryTransaction: Hex =
  '0xf8a58085174876e800830186a08080b853604580600e600039806000f350fe7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe03601600081602082378035828234f58015156039578182fd5b8082525050506014600cf31ba02222222222222222222222222222222222222222222222222222222222222222a02222222222222222222222222222222222222222222222222222222222222222';

/** Wei for a unit of gas that the transaction offers; it cannot offer more. */
export const factoryGasPrice = 100_000_000_000n;

/** Wei that its sender needs: its whole gas at that price. */
export const factoryCost: bigint = 100_000n * factoryGasPrice;

/** Gas of the transfer that funds its sender; rollups count data in gas. */
export const fundingGas = 100_000n;
