import { withdrawalTypeHashes } from '../abi/generated/typeHashes.js';
import { parseStructs, typedDataDigest, type Keccak } from '../abi/typedData.js';

/** One payment out of the depository, with a single release. */
export interface Withdrawal {
  /** Order whose escrow is released, 0x and 64 digits. */
  readonly id: string;
  readonly depositor: string;
  readonly token: string;
  readonly to: string;
  /** Amount in smallest units. */
  readonly amount: bigint;
  readonly nonce: bigint;
  /** Unix seconds. */
  readonly expiry: bigint;
}

/** Depository that a withdrawal is signed for. */
export interface DepositoryPlace {
  readonly chainId: number;
  readonly depository: string;
}

/** Members of a withdrawal, as `name type` in order. */
const memberTexts = {
  Withdrawal:
    'releases Release[],token address,to address,amount uint256,nonce uint256,expiry uint256',
  Release: 'id bytes32,depositor address,amount uint256',
};

/**
 * The 32 bytes that the allocator signs for a withdrawal.
 *
 * @example
 * ```ts
 * withdrawalDigest(withdrawal, { chainId: 8453, depository }, keccak_256);
 * ```
 */
export function withdrawalDigest(
  { id, depositor, ...withdrawal }: Withdrawal,
  { chainId, depository }: DepositoryPlace,
  keccak: Keccak,
): Uint8Array {
  const { amount } = withdrawal;
  return typedDataDigest(
    {
      domain: { name: 'PortageDepository', version: '1', chainId, verifyingContract: depository },
      primaryType: 'Withdrawal',
      value: { ...withdrawal, releases: [{ id, depositor, amount }] },
    },
    { structs: { members: parseStructs(memberTexts), typeHashes: withdrawalTypeHashes }, keccak },
  );
}
