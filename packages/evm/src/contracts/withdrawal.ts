import { withdrawalTypeHashes } from '../abi/generated/typeHashes.js';
import { parseStructs, typedDataDigest, type Keccak } from '../abi/typedData.js';

/** Part of a release: an amount of what one depositor has under one order. */
export interface Release {
  /** Order whose escrow is released, 0x and 64 digits. */
  readonly id: string;
  readonly depositor: string;
  /** Amount in smallest units. */
  readonly amount: bigint;
}

/** One payment out of the depository, under the name of the contract's struct: a release. */
export interface Withdrawal {
  readonly releases: readonly Release[];
  readonly token: string;
  readonly to: string;
  /** Sum of the releases. */
  readonly amount: bigint;
  readonly nonce: bigint;
  /** Unix seconds. */
  readonly expiry: bigint;
}

/** Depository that a release is signed for. */
export interface DepositoryPlace {
  readonly chainId: number;
  readonly depository: string;
}

/** Members of the structs, as `name type` in order. */
const memberTexts = {
  Withdrawal:
    'releases Release[],token address,to address,amount uint256,nonce uint256,expiry uint256',
  Release: 'id bytes32,depositor address,amount uint256',
};

/**
 * The 32 bytes that the allocator signs for a release.
 *
 * @example
 * ```ts
 * releaseDigest(withdrawal, { chainId: 8453, depository }, keccak_256);
 * ```
 */
export function releaseDigest(
  withdrawal: Withdrawal,
  { chainId, depository }: DepositoryPlace,
  keccak: Keccak,
): Uint8Array {
  return typedDataDigest(
    {
      domain: { name: 'PortageDepository', version: '1', chainId, verifyingContract: depository },
      primaryType: 'Withdrawal',
      value: { ...withdrawal },
    },
    { structs: { members: parseStructs(memberTexts), typeHashes: withdrawalTypeHashes }, keccak },
  );
}
