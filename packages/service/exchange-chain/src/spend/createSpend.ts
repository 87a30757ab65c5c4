import type {
  BroadcastResult,
  SignedTransaction,
  Spend,
  TransactionOutcome,
} from '@portage/core/chain';
import { sendEverywhere, type Rpc, type RpcFailure, type SendFailure } from '@portage/chain-kit';
import { isFailure } from '@portage/exchange/api';
import { calls } from '../endpoint/requests.js';
import type { Notes } from '../observe/createNotes.js';
import { createFate } from './createFate.js';
import { createSigner, type SignerOptions } from './createSigner.js';
import { findTransaction, type TransactionSource } from './findTransaction.js';
import type { Pause } from './createPause.js';
import { isProvenLost } from './isProvenLost.js';
import { judgeOutcome } from './judgeOutcome.js';
import { nonceKeyOf } from './nonceKey.js';
import { readStored, readText } from './storedTransaction.js';

/** Options of {@link createSpend}. */
export interface SpendOptions extends Omit<SignerOptions, 'fateOf'>, TransactionSource {
  readonly rpc: Rpc;
  /** Hears what hosts answer to transfers. */
  readonly pause: Pause;
  /** Hears of what an operator must look at. */
  readonly notes: Notes;
}

/**
 * Spends from the solver's account and, for refunds and collections, from the depository's. Each
 * has a key with nonces of its own, so the sender counts none: what is open says which are taken.
 */
export function createSpend(options: SpendOptions): Spend {
  let highest = -1n;
  return {
    ...createSigner({ ...options, fateOf: createFate(options) }),
    sender: String(options.nonceKeys.accounts.solver),
    holdsCoins: true,
    countsSequences: false,
    nextSequence: () => Promise.resolve(highest + 1n),
    broadcast: async (transactions, signal) => {
      const results: BroadcastResult[] = [];
      // One after another: the exchange takes the nonces of a key in their order.
      for (const transaction of transactions) {
        highest = transaction.sequence > highest ? transaction.sequence : highest;
        results.push(await send(options, transaction, signal));
      }
      return results;
    },
    inspect: (transactions, signal) =>
      Promise.all(transactions.map((transaction) => inspect(options, transaction, signal))),
  };
}

async function send(
  { rpc, pause }: SpendOptions,
  transaction: SignedTransaction,
  signal: AbortSignal | undefined,
): Promise<BroadcastResult> {
  const { type, info } = readStored(transaction);
  const answers = pause.begin();
  // A refusal may be for a moment, or of the nonce before: only looking it up tells.
  const classify = (failure: RpcFailure): SendFailure => {
    answers.refused(failure);
    return 'ambiguous';
  };
  const [result] = await sendEverywhere(rpc, [calls.send(type, info)], classify, signal);
  answers.ended(result?.status === 'accepted');
  return result ?? { status: 'unknown', reason: 'no host answered' };
}

async function inspect(
  options: SpendOptions,
  { txId, raw }: Parameters<Spend['inspect']>[0][number],
  signal: AbortSignal | undefined,
): Promise<TransactionOutcome> {
  const { nonceKeys } = options;
  const { accounts } = nonceKeys;
  const found = await findTransaction(options, txId, signal);
  if (found === undefined || found === 'unclear') return judgeOutcome({ accounts, found });
  // What was signed says more than what a host makes of it.
  const stored = raw === undefined ? readText(found) : readStored({ raw });
  const { nonces } = nonceKeyOf(nonceKeys, stored.accountIndex);
  const isLost =
    isFailure(found.status) &&
    (await nonces.refresh(signal)) > stored.nonce &&
    (await isProvenLost(options, { ...stored, txId, height: found.blockHeight }, signal));
  const outcome = judgeOutcome({ accounts, found, stored, isLost });
  if (outcome.status === 'mined') nonces.passed(stored.nonce);
  return outcome;
}
