import type {
  BroadcastResult,
  SignedTransaction,
  Spend,
  TransactionIntent,
} from '@portage/core/chain';
import { callEndpoint, type CallContext } from './faultyCalls.js';

/** Every other refusal is for the fee alone: the same payment is taken at a higher one. */
function refusal({ sequence }: SignedTransaction): BroadcastResult {
  const isUnderpriced = sequence % 2n === 0n;
  return { status: 'rejected', reason: 'refused', ...(isUnderpriced && { isUnderpriced }) };
}

/** Sends bytes one after the other, each to an endpoint of its own mood. */
async function broadcast(
  { faults, life }: CallContext,
  spend: Spend,
  transactions: readonly SignedTransaction[],
): Promise<readonly BroadcastResult[]> {
  const results = new Map<SignedTransaction, BroadcastResult>();
  const order = faults.roll('broadcast reorder') ? [...transactions].reverse() : transactions;
  for (const transaction of order) {
    if (faults.roll('kill while sending')) life.end('while sending');
    if (life.isOver()) break;
    if (faults.roll('broadcast lost')) results.set(transaction, { status: 'accepted' });
    else if (faults.roll('broadcast unreachable'))
      results.set(transaction, { status: 'unknown', reason: 'connection refused' });
    else if (faults.roll('broadcast refused')) results.set(transaction, refusal(transaction));
    else {
      const [result = { status: 'unknown', reason: 'no answer' }] = await spend.broadcast([
        transaction,
      ]);
      const isLate = faults.roll('broadcast timeout accepted');
      results.set(transaction, isLate ? { status: 'unknown', reason: 'timed out' } : result);
    }
  }
  return transactions.map(
    (transaction) => results.get(transaction) ?? { status: 'unknown', reason: 'no answer' },
  );
}

/** Called with what a process signs, and with the bytes that it gives to an endpoint. */
export interface SpendListeners {
  readonly onSigned: (intents: readonly TransactionIntent[]) => void;
  readonly onSent: (transactions: readonly SignedTransaction[]) => void;
}

/** Spending as a process does it, through endpoints that fail, forget and answer late. */
export function faultySpend(
  context: CallContext,
  spend: Spend,
  { onSent, onSigned }: SpendListeners,
): Spend {
  const { faults, life } = context;
  return {
    ...spend,
    nextSequence: (signal) => callEndpoint(context, () => spend.nextSequence(signal)),
    prepare: (...given) => {
      if (!life.isOver()) onSigned(given[0]);
      return life.alive(spend.prepare(...given));
    },
    bump: (...given) => life.alive(spend.bump(...given)),
    cancel: (...given) => life.alive(spend.cancel(...given)),
    broadcast: (transactions) =>
      callEndpoint(context, () => {
        onSent(transactions);
        return broadcast(context, spend, transactions);
      }),
    inspect: (transactions, signal) =>
      callEndpoint(context, async () =>
        (await spend.inspect(transactions, signal)).map((outcome) =>
          (outcome.status === 'mined' || outcome.status === 'pending') &&
          faults.roll('stale receipt')
            ? { status: 'missing' }
            : outcome,
        ),
      ),
  };
}
