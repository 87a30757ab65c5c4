import type { ConnectOptions } from '@portage/chain-kit';

/** Questions about a block or its state: one node of a host may have it while another has not. */
const stateMethods: readonly string[] = [
  'eth_call',
  'eth_getBalance',
  'eth_getCode',
  'eth_getLogs',
  'eth_getTransactionCount',
];

/**
 * Words of a node that lacks the newest block, or has dropped its state: go-ethereum and reth
 * (`header not found`, `block not found`, `unknown block`), bor and bsc (`missing trie node`).
 */
const stateWords = /header not found|block not found|unknown block|missing trie node/i;

/** Words of a host whose node did not answer in time: dRPC. */
const lateWords = /request timeout/i;

/**
 * Whether a refusal says something of the one node that a balanced host chose for a question, so
 * that the next one may answer.
 */
export const isPassingRefusal: NonNullable<ConnectOptions['passes']> = ({ method }, { message }) =>
  lateWords.test(message) || (stateMethods.includes(method) && stateWords.test(message));
