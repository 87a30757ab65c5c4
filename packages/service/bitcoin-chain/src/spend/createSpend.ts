import type {
  BroadcastResult,
  SignedTransaction,
  Spend,
  TransactionIntent,
} from '@portage/core/chain';
import { isCoinChange } from './changeData.js';
import { createSigner, type SignerOptions } from './createSigner.js';
import { judgeOutcome, type OutcomeFacts } from './judgeOutcome.js';
import { paymentWeights } from './planFills.js';
import { readStored, type StoredTransaction } from './storedBytes.js';
import type { Sweeps } from './sweeps.js';

/** Options of {@link createSpend}. */
export interface SpendOptions extends SignerOptions {
  /** Gives bytes to the endpoints. */
  readonly send: (bytes: Uint8Array, signal?: AbortSignal) => Promise<BroadcastResult>;
  /**
   * Facts of a transaction, and of each coin that it spends, by a quorum of endpoints; without its
   * bytes, of the transaction alone.
   *
   * @throws PortageError `RPC_HTTP_ERROR`
   */
  readonly readFacts: (
    txId: string,
    stored: StoredTransaction | undefined,
    signal?: AbortSignal,
  ) => Promise<OutcomeFacts>;
}

/**
 * Signs and sends with the keys of the solver and the depository. The chain counts no transactions:
 * two versions of a payment spend the same coins, and so one of them lands at most.
 */
export function createSpend(options: SpendOptions): Spend {
  let highest = -1n;
  return {
    ...createSigner(options),
    sender: options.sender,
    holdsCoins: true,
    countsSequences: false,
    ...(options.sweeps === undefined ? {} : { simulate: simulateSweeps(options.sweeps, options) }),
    feeWeights: ({ raw }) => paymentWeights(readStored(raw).outputs, options.network),
    nextSequence: () => Promise.resolve(highest + 1n),
    broadcast: async (transactions, signal) => {
      const results: BroadcastResult[] = [];
      // One after another: a transaction may spend the change of one before.
      for (const transaction of transactions) {
        highest = transaction.sequence > highest ? transaction.sequence : highest;
        results.push(await send(options, transaction, signal));
      }
      return results;
    },
    inspect: (transactions, signal) =>
      Promise.all(
        transactions.map(async ({ txId, raw }) => {
          const stored = raw === undefined ? undefined : readStored(raw);
          return judgeOutcome(txId, await options.readFacts(txId, stored, signal));
        }),
      ),
  };
}

/** Outcomes of sweeps: a change of our own coins depends on no address, and passes. */
function simulateSweeps(
  { simulate }: Pick<Sweeps, 'simulate'>,
  { sender }: Pick<SpendOptions, 'sender'>,
): Sweeps['simulate'] {
  const isChange = (intent: TransactionIntent): boolean =>
    intent.type === 'relay' && isCoinChange(intent, sender);
  return async (intents, signal) => {
    const asked = intents.filter((intent) => !isChange(intent));
    const answers = [...(await simulate(asked, signal))];
    return intents.map(
      (intent) => (isChange(intent) ? undefined : answers.shift()) ?? { status: 'passes' },
    );
  };
}

async function send(
  options: SpendOptions,
  { raw }: SignedTransaction,
  signal: AbortSignal | undefined,
): Promise<BroadcastResult> {
  try {
    return await options.send(readStored(raw).bytes, signal);
  } catch (error) {
    signal?.throwIfAborted();
    return { status: 'unknown', reason: error instanceof Error ? error.message : 'no answer' };
  }
}
