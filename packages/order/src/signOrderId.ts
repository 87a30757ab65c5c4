import { hexToBytes } from '@portage/core';
import { keccak_256 } from '@noble/hashes/sha3';
import type { Hex } from './codecOf.js';

/** Key that signs order ids: of this process, or remote. */
export interface Signer {
  /** EVM address of the key. */
  readonly address: string;
  /** Signs 32 bytes as they are. Returns `r`, `s` (low) and `v` (27 or 28) as 65 bytes of hex. */
  signHash(hash: Uint8Array): Hex | Promise<Hex>;
}

/**
 * Makes the digest that an order signature signs: the EIP-191 personal message whose content is the
 * 32 raw bytes of the order id.
 *
 * @example
 * ```ts
 * await signer.signHash(orderSignatureDigest(orderId));
 * ```
 */
export function orderSignatureDigest(orderId: string): Uint8Array {
  const prefix = new TextEncoder().encode('\x19Ethereum Signed Message:\n32');
  const message = new Uint8Array(prefix.length + 32);
  message.set(prefix);
  message.set(hexToBytes(orderId), prefix.length);
  return keccak_256(message);
}

/**
 * Signs an order id. The signature is `protocol.v2.orderSignature`.
 *
 * @example
 * ```ts
 * const orderSignature = await signOrderId(orderId, signer);
 * ```
 */
export async function signOrderId(orderId: string, signer: Signer): Promise<Hex> {
  return await signer.signHash(orderSignatureDigest(orderId));
}
