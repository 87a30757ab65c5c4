import { type PortageError, requestFault } from '@portage/core';

const uint256Max = 2n ** 256n - 1n;
const uint32Max = 4_294_967_295;

/**
 * Reads an unsigned 256-bit number of an order, decimal or `0x` hex.
 *
 * @throws PortageError `INVALID_REQUEST` when the text is no number or does not fit
 */
export function readUint256(text: string, path: string): bigint {
  if (!/^(?:[0-9]{1,78}|0x[0-9a-fA-F]{1,64})$/.test(text))
    throw unfit(path, 'is not a number of at most 256 bits');
  const value = BigInt(text);
  if (value > uint256Max) throw unfit(path, 'does not fit 256 bits');
  return value;
}

/** Checks an unsigned 32-bit number of an order. @throws PortageError `INVALID_REQUEST` */
export function readUint32(value: number, path: string): number {
  if (!Number.isInteger(value) || value < 0 || value > uint32Max)
    throw unfit(path, 'is not a whole number of at most 32 bits');
  return value;
}

function unfit(path: string, fault: string): PortageError {
  return requestFault(`orderData.${path}`, fault, { message: `orderData: ${path} ${fault}.` });
}
