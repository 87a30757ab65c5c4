import type { RpcFailure, SendFailure } from '@portage/chain-kit';
import { nodeWords } from './nodeWords.js';

/**
 * Codes of hosts that turn a call away before a node has it: too many calls (429; proxyd of the OP
 * stack, -32016), and a method that they do not offer (JSON-RPC, -32601; Besu, -32604).
 */
const turnedAway: readonly number[] = [429, -32016, -32601, -32604];

/** Sorts a refusal of `eth_sendRawTransaction`. */
export function classifySendFailure({ code, message }: RpcFailure): SendFailure {
  const found = nodeWords.find(({ pattern }) => pattern.test(message));
  return found?.means ?? (turnedAway.includes(code) ? 'refused' : 'ambiguous');
}
