import type { Hex } from './hex.js';

/**
 * EIP-712 types of a release, as `Depository.withdraw` checks them. The primary type is
 * `Withdrawal`.
 *
 * @example
 * ```ts
 * const signature = await allocator.signTypedData({
 *   domain: withdrawalDomain({ chainId: 8453, depository }),
 *   types: withdrawalTypes,
 *   primaryType: 'Withdrawal',
 *   message: { releases: [{ id, depositor, amount }], token, to, amount, nonce, expiry },
 * });
 * ```
 */
export const withdrawalTypes = {
  Withdrawal: [
    { name: 'releases', type: 'Release[]' },
    { name: 'token', type: 'address' },
    { name: 'to', type: 'address' },
    { name: 'amount', type: 'uint256' },
    { name: 'nonce', type: 'uint256' },
    { name: 'expiry', type: 'uint256' },
  ],
  Release: [
    { name: 'id', type: 'bytes32' },
    { name: 'depositor', type: 'address' },
    { name: 'amount', type: 'uint256' },
  ],
} as const;

/** EIP-712 domain of one chain's depository. */
export interface WithdrawalDomain {
  readonly name: 'PortageDepository';
  readonly version: '1';
  readonly chainId: number;
  readonly verifyingContract: Hex;
}

/** Chain and depository of a domain. */
export interface WithdrawalDomainOptions {
  /** Numeric id of the chain. */
  readonly chainId: number;
  /** Address of the chain's depository. */
  readonly depository: Hex;
}

/**
 * EIP-712 domain under which a release is signed.
 *
 * @example
 * ```ts
 * const domain = withdrawalDomain({ chainId: 8453, depository });
 * ```
 */
export function withdrawalDomain(options: WithdrawalDomainOptions): WithdrawalDomain {
  return {
    name: 'PortageDepository',
    version: '1',
    chainId: options.chainId,
    verifyingContract: options.depository,
  };
}
