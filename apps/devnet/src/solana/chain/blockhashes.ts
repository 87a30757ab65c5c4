import { base58 } from '@scure/base';
import type { Message } from '../wire/decodeTransaction.js';
import { programs } from '../wire/programs.js';
import { tipOf, type Commitment, type LedgerState } from './ledgerState.js';

/** Blockhash with the height until which it may be used. */
export interface UsableBlockhash {
  readonly blockhash: string;
  readonly lastValidBlockHeight: number;
}

/**
 * Newest blockhash of a commitment. The open block has none yet, so it is that of the block before.
 */
export function latestBlockhash(state: LedgerState, commitment: Commitment): UsableBlockhash {
  const tip = tipOf(state, commitment);
  const height = tip.blockhash === undefined ? tip.height - 1 : tip.height;
  return {
    blockhash: tip.blockhash ?? tip.previousBlockhash,
    lastValidBlockHeight: height + state.settings.blockhashWindow,
  };
}

/** True if a message's blockhash allows it to run: it is recent, or a durable nonce holds it. */
export function isUsable(
  state: LedgerState,
  message: Pick<Message, 'blockhash'> & Partial<Message>,
  commitment: Commitment,
): boolean {
  const block = state.blockhashes.get(message.blockhash);
  const tip = tipOf(state, commitment);
  const isRecent =
    block !== undefined &&
    block.height <= tip.height &&
    tip.height <= block.height + state.settings.blockhashWindow;
  return isRecent || readNonce(state, message) === message.blockhash;
}

const advanceNonce = 4;
const initialized = 1;
const nonceAccountBytes = 80;

/** Value of the nonce account that a message's first instruction advances, if it does that. */
function readNonce(
  state: LedgerState,
  { instructions = [], accountKeys = [] }: Partial<Message>,
): string | undefined {
  const [first] = instructions;
  if (first === undefined || accountKeys[first.programIdIndex] !== programs.system)
    return undefined;
  if (first.data.length !== 4 || first.data[0] !== advanceNonce) return undefined;
  const account = state.bank.account(accountKeys[first.accounts[0] ?? -1] ?? programs.system);
  if (
    account?.owner !== programs.system ||
    account.data.length !== nonceAccountBytes ||
    account.data[4] !== initialized
  )
    return undefined;
  return base58.encode(account.data.subarray(40, 72));
}
