import type { RpcFailure, SendFailure } from '@portage/chain-kit';
import { nodeWords } from './nodeWords.js';

/** Sorts a refusal of `eth_sendRawTransaction`. */
export function classifySendFailure({ message }: RpcFailure): SendFailure {
  return nodeWords.find(({ pattern }) => pattern.test(message))?.means ?? 'ambiguous';
}
