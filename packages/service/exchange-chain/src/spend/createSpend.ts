import type {
  BroadcastResult,
  SignedTransaction,
  Spend,
  TransactionOutcome,
} from '@portage/core/chain';
import { sendEverywhere, type Quorum, type Rpc } from '@portage/chain-kit';
import { calls } from '../endpoint/requests.js';
import { createFate } from './createFate.js';
import { createSigner, type SignerOptions } from './createSigner.js';
import { findTransaction } from './findTransaction.js';
import { hasFailed, judgeOutcome } from './judgeOutcome.js';
import { laneOf } from './lane.js';
import { readStored, readText } from './storedTransaction.js';

/** Options of {@link createSpend}. */
export interface SpendOptions extends Omit<SignerOptions, 'fateOf'> {
  readonly rpc: Rpc;
  readonly quorum: Quorum;
}

/**
 * Spends from the solver's account and, for refunds and collections, from the depository's. Each
 * has a key with nonces of its own, so the sender counts none: what is open says which are taken.
 */
export function createSpend(options: SpendOptions): Spend {
  let highest = -1n;
  return {
    ...createSigner({ ...options, fateOf: createFate(options) }),
    sender: String(options.lanes.accounts.solver),
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
  { rpc }: SpendOptions,
  transaction: SignedTransaction,
  signal: AbortSignal | undefined,
): Promise<BroadcastResult> {
  const { type, info } = readStored(transaction);
  // A refusal may be for a moment, or of the nonce before: only looking it up tells.
  const [result] = await sendEverywhere(rpc, [calls.send(type, info)], () => 'ambiguous', signal);
  return result ?? { status: 'unknown', reason: 'no host answered' };
}

async function inspect(
  { lanes, quorum }: SpendOptions,
  { txId }: Pick<SignedTransaction, 'txId'>,
  signal: AbortSignal | undefined,
): Promise<TransactionOutcome> {
  const { accounts } = lanes;
  const found = await findTransaction(quorum, txId, signal);
  if (found === undefined || found === 'unclear') return judgeOutcome({ accounts, found });
  const { accountIndex, nonce } = readText(found);
  const { nonces } = laneOf(lanes, accountIndex);
  const nextNonce = hasFailed(found) ? await nonces.refresh(signal) : undefined;
  const outcome = judgeOutcome({ accounts, found, nextNonce });
  if (outcome.status === 'mined') nonces.passed(nonce);
  return outcome;
}
