import { pointFromScalar, privateAdd } from '@bitcoinerlab/secp256k1';
import { createBitcoinCodec, type BitcoinNetwork } from '@portage/bitcoin/codec';
import {
  deriveAddressKey,
  publicExtendedKey,
  readAddressKey,
  readExtendedKey,
} from '@portage/bitcoin/transaction';
import { assert, hexToBytes } from '@portage/core';
import type { DepositAddressOwner } from '@portage/core/chain';
import { isSameScript } from '../coins/coin.js';
import { createSpendingKey, type SpendingKey } from '../spend/signTransaction.js';

/** Deposit addresses of a chain, and their keys where this process signs. */
export interface AddressKeys {
  /** Extended public key that every address comes from. */
  readonly publicKey: string;
  /** Address of an order and its depositor. */
  readonly addressOf: (owner: DepositAddressOwner) => string;
  /**
   * Key of an address; absent in a process without the extended private key. It never leaves the
   * signer: with the extended public key it tells the private one, and so every other key.
   */
  readonly keyOf?: (owner: DepositAddressOwner) => SpendingKey;
}

/**
 * Opens the addresses of an extended key.
 *
 * @param text - an extended private key, or the public one where nothing is signed
 * @throws PortageError `INVALID_ADDRESS` for any other text, or one of another network
 */
export function openAddressKeys(text: string, network: BitcoinNetwork): AddressKeys {
  const codec = createBitcoinCodec(network);
  const told = readExtendedKey(text);
  const secret = told?.isPrivate === true ? told.key : undefined;
  const publicKey = secret === undefined ? text : publicExtendedKey(text, publicKeyOf(secret));
  const parent = readAddressKey(publicKey, network);
  const derive = ({
    orderId,
    depositor,
  }: DepositAddressOwner): ReturnType<typeof deriveAddressKey> =>
    deriveAddressKey(parent, { orderId, depositor: codec.encodeAddress(depositor) });
  const addressOf = (owner: DepositAddressOwner): string => {
    const address = codec.depositAddress?.(publicKey, owner);
    assert(address !== undefined, 'the codec has deposit addresses');
    return address;
  };
  if (secret === undefined) return { publicKey, addressOf };
  return {
    publicKey,
    addressOf,
    keyOf: (owner) => {
      const child = derive(owner);
      const key = privateAdd(secret, hexToBytes(`0x${child.tweak.toString(16).padStart(64, '0')}`));
      assert(key !== null, 'an extended key has children');
      const spending = createSpendingKey(key);
      assert(
        isSameScript(spending.publicKey, child.publicKey),
        'both keys of an address belong together',
      );
      return spending;
    },
  };
}

function publicKeyOf(secret: Uint8Array): Uint8Array {
  const point = pointFromScalar(secret, true);
  assert(point !== null, 'a private key is a number of the curve');
  return point;
}
