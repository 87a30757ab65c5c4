import { assert, Money } from '@portage/core';
import type {
  BroadcastResult,
  SignedTransaction,
  Spend,
  TransactionIntent,
  TransactionOutcome,
} from '@portage/core/chain';
import { fakeNative } from './fakeAddress.js';
import type { Ledger } from './createLedger.js';
import { decodeTransaction, encodeTransaction, type FakeAction } from './fakeTransaction.js';

/**
 * Fault of a broadcast. `lost`: the node accepts the transaction and forgets it. `timedOut`: the
 * node takes the transaction and does not answer.
 */
export type BroadcastFault = 'lost' | 'timedOut' | 'unreachable' | 'rejected';

/** Ledger and settings that a fake chain spends with. */
export interface FakeSpendOptions {
  readonly ledger: Ledger;
  readonly chainId: number;
  readonly sender: string;
  readonly fee: () => bigint;
  readonly finalizedHeight: () => number;
  readonly nextFault: () => BroadcastFault | undefined;
}

/** Makes `Chain.spend` of a fake chain. */
export function fakeSpend({
  ledger,
  chainId,
  sender,
  fee,
  finalizedHeight,
  nextFault,
}: FakeSpendOptions): Spend {
  const sign = (sequence: bigint, price: bigint, actions: FakeAction[]): SignedTransaction =>
    encodeTransaction({ chainId, sender, sequence, fee: price, actions });
  const inspect = ({
    txId,
    sequence,
  }: Pick<SignedTransaction, 'txId' | 'sequence'>): TransactionOutcome => {
    const mined = ledger.find(txId);
    if (mined !== undefined)
      return { status: mined.status, height: mined.height, gasCost: mined.body.fee };
    if (ledger.pending().some((transaction) => transaction.txId === txId))
      return { status: 'pending' };
    const final = ledger.blocks.slice(0, finalizedHeight() + 1);
    const consumed = final.some(({ transactions }) =>
      transactions.some((other) => other.sender === sender && other.sequence === sequence),
    );
    return { status: consumed ? 'replaced' : 'missing' };
  };
  return {
    sender,
    nextSequence: async (signal) => {
      signal?.throwIfAborted();
      return ledger.nextSequence(sender);
    },
    prepare: async (intents, firstSequence) =>
      intents.map((intent, index) =>
        sign(firstSequence + BigInt(index), fee(), [toAction(intent)]),
      ),
    bump: async (intent, previous) => {
      const needed = outbid(decodeTransaction(previous.raw).fee);
      return sign(previous.sequence, needed > fee() ? needed : fee(), [toAction(intent)]);
    },
    cancel: async (sequence, previous) => {
      const rival = previous === undefined ? undefined : decodeTransaction(previous.raw).fee;
      const needed = rival === undefined ? fee() : outbid(rival);
      return sign(sequence, needed > fee() ? needed : fee(), []);
    },
    broadcast: async (transactions, signal) => {
      signal?.throwIfAborted();
      return transactions.map((transaction) => broadcast(ledger, transaction, nextFault()));
    },
    inspect: async (transactions, signal) => {
      signal?.throwIfAborted();
      return transactions.map(inspect);
    },
  };
}

/**
 * Least fee that replaces another: a tenth more, rounded up. One unit less would be refused.
 */
function outbid(fee: bigint): bigint {
  return Money.mulDivUp(fee, 11n, 10n);
}

function broadcast(
  ledger: Ledger,
  transaction: SignedTransaction,
  fault: BroadcastFault | undefined,
): BroadcastResult {
  switch (fault) {
    case 'lost':
      return { status: 'accepted' };
    case 'unreachable':
      return { status: 'unknown', reason: 'connection refused' };
    case 'rejected':
      return { status: 'rejected', reason: 'refused by the node' };
    case 'timedOut':
      ledger.submit(transaction);
      return { status: 'unknown', reason: 'timed out' };
    case undefined:
      return ledger.submit(transaction);
  }
}

function toAction(intent: TransactionIntent): FakeAction {
  if (intent.type === 'relay')
    return {
      type: 'call',
      currency: fakeNative,
      amount: intent.value,
      recipient: intent.to,
      data: intent.data,
    };
  assert(intent.amount > 0n, 'a payment moves something');
  if (intent.type === 'collection') {
    const { type, orderId: key, currency, amount, releases, expiry } = intent;
    return { ...{ type, key, currency, amount, expiry }, releases: [...releases] };
  }
  return intent.type === 'fill' ? { ...intent, calls: [...intent.calls] } : { ...intent };
}
