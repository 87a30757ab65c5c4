import { bytesToHex, hexToBytes, PortageError, standardError } from '@portage/core';
import type { Codec } from '@portage/core/chain';
import { z } from 'zod';
import { addressBytes, fakeNative } from './fakeAddress.js';

const callSchema = z.tuple([
  z.string(),
  z
    .string()
    .regex(/^\d{1,78}$/)
    .transform((text) => BigInt(text)),
  z.string(),
]);

/**
 * Codec of fake chains. An address is `fk` and 40 hex digits, unlike that of any real VM. Shared
 * code that reads the inside of an address, or takes it for an EVM address, fails with it. Upper
 * case is accepted and made lower case.
 */
export const fakeCodec: Codec = {
  vm: 'fake',
  nativeCurrency: fakeNative,
  normalizeAddress,
  encodeAddress: (address) => hexToBytes(`0x${normalizeAddress(address).slice(2)}`),
  decodeAddress: (bytes) => {
    if (bytes.length !== addressBytes)
      throw new PortageError('INVALID_ADDRESS', {
        message: `A fake address has ${addressBytes} bytes, not ${bytes.length}.`,
      });
    return `fk${bytesToHex(bytes).slice(2)}`;
  },
  encodeCurrency: (currency) => hexToBytes(`0x${normalizeAddress(currency).slice(2)}`),
  normalizeTransactionId: (id) => {
    if (!/^0x[0-9a-fA-F]{64}$/.test(id))
      throw new PortageError('INVALID_REQUEST', {
        message: 'A fake transaction id is 0x and 64 hex digits.',
      });
    return id.toLowerCase();
  },
  encodeCall: ({ to, value, data }) =>
    bytesToHex(
      new TextEncoder().encode(JSON.stringify([normalizeAddress(to), value.toString(), data])),
    ),
  decodeCall: (encoded) => {
    const parsed = callSchema.safeParse(readJson(encoded));
    if (!parsed.success) throw standardError('INVALID_EXTRA_TXS', { cause: parsed.error });
    const [to, value, data] = parsed.data;
    return { to: normalizeAddress(to), value, data };
  },
};

function normalizeAddress(address: string): string {
  if (!/^fk[0-9a-f]{40}$/i.test(address))
    throw new PortageError('INVALID_ADDRESS', {
      message: `"${address.slice(0, 100)}" is not a fake address.`,
    });
  return address.toLowerCase();
}

function readJson(encoded: string): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(hexToBytes(encoded)));
  } catch (cause) {
    throw standardError('INVALID_EXTRA_TXS', { cause });
  }
}
