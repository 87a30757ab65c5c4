import { sha256 } from '@noble/hashes/sha2';
import { bytesToHex } from '@portage/core';
import { encodeAddress } from '../transaction/address.js';
import { concatBytes } from '../transaction/bytes.js';
import { defineLayout, field, type Layout } from './layout.js';

/** Release from the vault that the allocator signs, good for once. */
export interface TransferRequest {
  /** See {@link depositoryDomain}. */
  readonly domain: string;
  readonly recipient: string;
  /** A mint, or the system program's address for SOL. */
  readonly token: string;
  /** In the smallest unit; leaves the vault. A mint that keeps a fee lets less arrive. */
  readonly amount: bigint;
  /** 32 bytes, hexadecimal. A nonce is used once. */
  readonly nonce: string;
  /** Unix seconds; at most 15 minutes ahead of the cluster's clock when it is executed. */
  readonly expiration: bigint;
  readonly vault: string;
  /** Order of the deposit, for the event only; zeros without one. */
  readonly order: string;
  readonly depositor: string;
}

/** The instruction's data: its discriminator, then what is hashed and signed. */
export const executeTransferLayout: Layout<TransferRequest> = defineLayout(
  'global:execute_transfer',
  {
    domain: field.bytes32,
    recipient: field.address,
    token: field.address,
    amount: field.u64,
    nonce: field.bytes32,
    expiration: field.i64,
    vault: field.address,
    order: field.bytes32,
    depositor: field.address,
  },
);

/** A depository program on one chain. */
export interface DepositoryOnChain {
  readonly depository: string;
  readonly chainId: number;
}

/**
 * Domain of a depository: requests signed under it are good for that program on that chain alone.
 *
 * @returns 32 bytes, hexadecimal
 * @example
 * ```ts
 * depositoryDomain({ depository, chainId: 792703809 });
 * ```
 */
export function depositoryDomain(options: DepositoryOnChain): string {
  return bytesToHex(
    sha256(
      concatBytes([
        new TextEncoder().encode('PortageDepository1'),
        field.u64.write(BigInt(options.chainId)),
        encodeAddress(options.depository),
      ]),
    ),
  );
}

/**
 * The 32 bytes that the allocator signs with ed25519.
 *
 * @example
 * ```ts
 * const signature = ed25519.sign(transferDigest(request), allocatorKey);
 * ```
 */
export function transferDigest(request: TransferRequest): Uint8Array {
  return sha256(executeTransferLayout.encode(request).subarray(8));
}
