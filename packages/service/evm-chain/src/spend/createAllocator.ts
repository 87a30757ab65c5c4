import { bytesToHex, zeroAddress } from '@portage/core';
import type { Allocator, CollectionRelease, ReleaseIntent } from '@portage/core/plugin';
import type { Keccak } from '@portage/evm/abi';
import { noOrder, releaseDigest, type Release, type Withdrawal } from '@portage/evm/contracts';
import type { Key } from './createKey.js';

/**
 * Makes the allocator of a key: it signs releases alone, and makes their digest itself.
 */
export function createAllocator(key: Key, keccak: Keccak): Allocator {
  return {
    address: key.address,
    canSign: key.canSign,
    sign: async (intent) => {
      const digest = releaseDigest(withdrawalOf(intent, keccak), intent, keccak);
      const { r, s, yParity } = await key.sign(digest);
      const words = [r, s].map((word) => word.toString(16).padStart(64, '0')).join('');
      return Buffer.from(`${words}${(27 + yParity).toString(16)}`, 'hex');
    },
  };
}

/**
 * A release as the contract's struct `Withdrawal`. Its nonce comes from the payment's name alone,
 * so signing again after the expiry authorizes the same payment and never a second one.
 */
export function withdrawalOf(intent: ReleaseIntent, keccak: Keccak): Withdrawal {
  const { purpose, chainId, depository, orderId, key } = intent;
  const name = key === '' ? orderId : `${orderId}/${key}`;
  const text = `portage ${purpose}/${String(chainId)}/${depository}/${name}`;
  return {
    releases: intent.releases.map(releaseOf),
    token: intent.currency,
    to: intent.recipient,
    amount: intent.amount,
    nonce: BigInt(bytesToHex(keccak(Buffer.from(text, 'utf8')))),
    expiry: BigInt(intent.expiry),
  };
}

/**
 * The contract's name for what a deposit left there. A direct deposit has no escrow and the zero
 * address as depositor: it is paid out of what no escrow holds, which the contract calls by no id.
 */
function releaseOf({ orderId, depositor, amount }: CollectionRelease): Release {
  return { id: depositor === zeroAddress ? noOrder : orderId, depositor, amount };
}
