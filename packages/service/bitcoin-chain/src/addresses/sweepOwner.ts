import { createBitcoinCodec, type BitcoinNetwork } from '@portage/bitcoin/codec';
import { bytesToHex, hexToBytes } from '@portage/core';
import type { DepositAddressOwner } from '@portage/core/chain';

const idBytes = 32;

/** Order id and bytes of the depositor, as hex: the data of a sweep. */
export function encodeSweepOwner(
  { orderId, depositor }: DepositAddressOwner,
  network: BitcoinNetwork,
): string {
  const bytes = createBitcoinCodec(network).encodeAddress(depositor);
  return `${orderId}${bytesToHex(bytes).slice(2)}`;
}

/** Reads what {@link encodeSweepOwner} wrote. @throws PortageError `INVALID_ADDRESS` */
export function readSweepOwner(data: string, network: BitcoinNetwork): DepositAddressOwner {
  const bytes = hexToBytes(data);
  return {
    orderId: bytesToHex(bytes.subarray(0, idBytes)),
    depositor: createBitcoinCodec(network).decodeAddress(bytes.subarray(idBytes)),
  };
}
