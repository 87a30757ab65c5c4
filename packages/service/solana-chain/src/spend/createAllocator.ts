import { createHash } from 'node:crypto';
import type { Allocator, ReleaseIntent } from '@portage/core/plugin';
import {
  depositoryAddresses,
  depositoryDomain,
  transferDigest,
  type DepositoryAddresses,
  type TransferRequest,
} from '@portage/solana/program';
import type { Key } from './createKey.js';

/**
 * Makes the allocator of a key: it signs transfer requests alone, and makes their digest itself.
 */
export function createAllocator(key: Key): Allocator {
  return {
    address: key.address,
    canSign: key.canSign,
    sign: (intent) => {
      const addresses = depositoryAddresses(intent.depository);
      // A key that is only watched throws.
      return Promise.resolve().then(() =>
        key.sign(transferDigest(transferRequestOf(intent, addresses))),
      );
    },
  };
}

/**
 * The request that a release comes to. Its nonce comes from the payment's name alone, so signing
 * again after the expiry authorizes the same payment and never a second one. The program keeps no
 * escrow for each order, so one request carries out all of a collection.
 */
export function transferRequestOf(
  intent: ReleaseIntent,
  { vault }: Pick<DepositoryAddresses, 'vault'>,
): TransferRequest {
  const { purpose, chainId, depository, orderId, key, recipient } = intent;
  const name = key === '' ? orderId : `${orderId}/${key}`;
  const text = `portage ${purpose}/${String(chainId)}/${depository}/${name}`;
  const [first] = intent.releases;
  return {
    domain: depositoryDomain({ depository, chainId }),
    recipient,
    token: intent.currency,
    amount: intent.amount,
    nonce: `0x${createHash('sha256').update(text).digest('hex')}`,
    expiration: BigInt(intent.expiry),
    vault,
    order: orderId,
    depositor: purpose === 'refund' && first !== undefined ? first.depositor : recipient,
  };
}
