import type { RpcFailure, SendFailure } from '@portage/chain-kit';

/**
 * Nodes share one error code for all of these, so their words are all there is. This is the only
 * place that reads them, and whatever it does not know is ambiguous.
 */
const words: readonly (readonly [RegExp, SendFailure])[] = [
  [
    /already ?known|already imported|known transaction|already in (?:the )?(?:mem)?pool|already exists/i,
    'known',
  ],
  [/nonce too low|nonce is too low|invalid nonce|old nonce|oldnonce/i, 'ambiguous'],
  [
    /underpriced|gas price too low|fee too low|max fee per gas less than block base fee|fee cap less than/i,
    'refused',
  ],
  [/insufficient funds|insufficient balance|balance too low|out of funds/i, 'refused'],
  [
    /intrinsic gas too (?:low|high)|exceeds block gas limit|gas limit.*(?:exceed|too high)|gas floor|floor data gas/i,
    'refused',
  ],
  [
    /transaction type not supported|tx type not supported|invalid sender|invalid chain id|chain ?id mismatch|oversized data|rlp:/i,
    'refused',
  ],
];

/** Sorts a refusal of `eth_sendRawTransaction`. */
export function classifySendFailure(failure: RpcFailure): SendFailure {
  return words.find(([pattern]) => pattern.test(failure.message))?.[1] ?? 'ambiguous';
}
