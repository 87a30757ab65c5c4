import { malformedReply } from '@portage/chain-kit';

const wordsPattern = /^0x(?:[0-9a-fA-F]{64})*$/;

/**
 * An ABI answer or the data of an event as words of 64 hex digits. @throws PortageError
 * `RPC_HTTP_ERROR` when there are fewer than wanted
 */
export function readWords(data: unknown, count: number, what: string): readonly string[] {
  if (typeof data !== 'string' || !wordsPattern.test(data) || data.length < 2 + 64 * count)
    throw malformedReply(what);
  return Array.from({ length: (data.length - 2) / 64 }, (_, index) =>
    data.slice(2 + 64 * index, 66 + 64 * index),
  );
}

/** A word as a number. */
export function uintOf(word: string | undefined): bigint {
  return BigInt(`0x${word ?? ''}`);
}

/** A word as a number with a sign. */
export function intOf(word: string | undefined): bigint {
  return BigInt.asIntN(256, uintOf(word));
}

/** A word as an address, lower case. */
export function addressOf(word: string | undefined): string {
  return `0x${(word ?? '').slice(24).toLowerCase()}`;
}
