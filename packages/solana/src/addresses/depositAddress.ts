import { decodeAddress } from '../transaction/address.js';
import { childPublicKey, type ChildOwner } from './deriveChild.js';

/**
 * The address whose money becomes a deposit for an order and its depositor. It is the public key of
 * a child of the root, and only a holder of the root's secret key signs for it.
 *
 * @param root - public key that `chains` shows as `protocol.v2.depositAddresses`
 * @throws PortageError `INVALID_ADDRESS`
 * @example
 * ```ts
 * depositAddress(root, { orderId, depositor });
 * ```
 */
export function depositAddress(root: string, owner: ChildOwner): string {
  return decodeAddress(childPublicKey(root, owner));
}
