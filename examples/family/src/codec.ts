import { bytesToHex, hexToBytes } from '@portage/core';
import type { Codec } from '@portage/core/chain';
import { defineCodec } from '@portage/core/plugin';

export const native: string = `tly${'0'.repeat(64)}`;

/** Account whose money is deposits. Nobody has its key. */
export const depository: string = `tly${'d0'.repeat(32)}`;

/** Addresses of Tally: `tly` and the 64 hex digits of a public key. */
export const tallyCodec: Codec = defineCodec({
  vm: 'tally',
  nativeCurrency: native,
  addressHint: 'An address is tly and 64 hex digits.',
  parseAddress: (text) =>
    /^tly[0-9a-f]{64}$/i.test(text) ? hexToBytes(`0x${text.slice(3).toLowerCase()}`) : undefined,
  printAddress: (bytes) => `tly${bytesToHex(bytes).slice(2)}`,
  parseTransactionId: (text) => (/^0x[0-9a-f]{64}$/i.test(text) ? text.toLowerCase() : undefined),
});
