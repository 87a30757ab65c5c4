import { bytesToHex, hexToBytes } from '@portage/core';
import { addressWord, uintWord, type Keccak } from '@portage/evm/abi';
import type { ReferencedTransfer } from './referencedTransfer.js';

/** Chain and hash that name a send. */
export interface SendIdContext {
  readonly chainId: number;
  readonly keccak: Keccak;
}

/**
 * Id of a plain transfer that a request asked for: a hash of its chain, reference, currency,
 * recipient and amount. A transfer of anything else, or elsewhere, has another id.
 */
export function sendIdOf(
  { reference, currency, recipient, amount }: Omit<ReferencedTransfer, 'sender'>,
  { chainId, keccak }: SendIdContext,
): string {
  const chain = uintWord(BigInt(chainId));
  const terms = `${addressWord(currency)}${addressWord(recipient)}${uintWord(amount)}`;
  return bytesToHex(keccak(hexToBytes(`0x${chain}${reference.slice(2)}${terms}`)));
}
