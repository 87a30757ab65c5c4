import { PortageError } from '@portage/core';
import type { Codec } from '@portage/core/chain';
import {
  checkNetwork,
  decodeAddress,
  encodeAddress,
  formatAddress,
  nativeBytes,
  nativeCurrency,
  parseAddress,
  type ParsedAddress,
} from './address/address.js';
import { isSameBytes } from './address/isSameBytes.js';
import type { BitcoinNetwork } from './address/networks.js';
import { depositAddress } from './deposit/depositAddress.js';

export type { BitcoinNetwork } from './address/networks.js';

const transactionIdPattern = /^[0-9a-fA-F]{64}$/;

/** How a codec reads and writes addresses. */
interface AddressRules {
  /** Refuses addresses that the codec does not take. @throws PortageError `INVALID_ADDRESS` */
  readonly check: (parsed: ParsedAddress) => ParsedAddress;
  /** Network that an address is written for. */
  readonly networkOf: (parsed: ParsedAddress) => BitcoinNetwork;
}

function createCodec({ check, networkOf }: AddressRules): Codec {
  const write = (parsed: ParsedAddress): string =>
    formatAddress(check(parsed).lock, networkOf(parsed));
  const encode = (address: string): Uint8Array =>
    isNative(address) ? nativeBytes.slice() : encodeAddress(check(parseAddress(address)));
  return {
    vm: 'bvm',
    nativeCurrency,
    normalizeAddress: (address) =>
      isNative(address) ? nativeCurrency : write(parseAddress(address)),
    encodeAddress: encode,
    decodeAddress: (bytes) =>
      isSameBytes(bytes, nativeBytes) ? nativeCurrency : write(decodeAddress(bytes)),
    encodeCurrency: encode,
    normalizeTransactionId: (id) => {
      if (!transactionIdPattern.test(id))
        throw new PortageError('INVALID_REQUEST', {
          message: 'Not a Bitcoin transaction id.',
          hint: 'An id is 64 hex digits, as explorers write it.',
        });
      return id.toLowerCase();
    },
    depositAddress: (factory, { orderId, depositor }) => {
      const parsed = check(parseAddress(depositor));
      const owner = { orderId, depositor: encodeAddress(parsed) };
      return depositAddress(factory, owner, networkOf(parsed));
    },
  };
}

/** Whether a text stands for BTC. Bech32 is of one case, either of them. */
function isNative(address: string): boolean {
  return address === nativeCurrency || address === nativeCurrency.toUpperCase();
}

/**
 * Codec of one network of Bitcoin. An address of another network is refused; the address that
 * stands for BTC is the same on all of them. The bytes of an address are its witness version and
 * program, or 0xff, the version byte and the hash of an address in base58. Deposit addresses are
 * P2WPKH of a child of an extended public key, which takes the place of the factory.
 *
 * @see docs/decisions/bitcoin.md, "Deposit addresses are children of one key"
 * @example
 * ```ts
 * createBitcoinCodec('mainnet').encodeAddress(recipient).length; // 21 of a P2WPKH address
 * ```
 */
export function createBitcoinCodec(network: BitcoinNetwork): Codec {
  return createCodec({
    check: (parsed) => checkNetwork(parsed, network),
    networkOf: () => network,
  });
}

/**
 * Codec of Bitcoin for clients that only verify: it takes addresses of every network. Bytes of a
 * witness program name no network, and are written as mainnet writes them. A deposit address is of
 * the depositor's network; where that is an old address of a test network, of testnet.
 *
 * @example
 * ```ts
 * bitcoinCodec.normalizeAddress('BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4'); // 'bc1qw508…'
 * ```
 */
export const bitcoinCodec: Codec = createCodec({
  check: (parsed) => parsed,
  networkOf: ({ networks: [network = 'mainnet'] }) => network,
});
