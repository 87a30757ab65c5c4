import { isPortageError, type PortageError } from '@portage/core';
import type { SignedTransaction, TransactionIntent } from '@portage/core/chain';

/** Options of {@link signBatch}. */
export interface BatchOptions {
  /** Whether a payment may be made together with others. */
  readonly isJoinable: (intent: TransactionIntent) => boolean;
  /** Payments of one transaction at most. */
  readonly joinedMax: number;
  /**
   * Signs one transaction that makes these payments, with coins that those before it leave.
   *
   * @throws PortageError `SERVICE_UNAVAILABLE` where the coins are not there
   */
  readonly sign: (
    intents: readonly TransactionIntent[],
    sequence: bigint,
    before: readonly SignedTransaction[],
  ) => SignedTransaction;
}

/** Transaction of one payment, with the sequence of the payment, or why there is none. */
export type BatchAnswer = SignedTransaction | PortageError;

/**
 * Signs payments, those that may be joined by as few transactions as there are coins for. One that
 * cannot be made holds none of the others up: without it, the answers of the others are the same.
 */
export function signBatch(
  { isJoinable, joinedMax, sign }: BatchOptions,
  intents: readonly TransactionIntent[],
  firstSequence: bigint,
  open: readonly SignedTransaction[],
): readonly BatchAnswer[] {
  const answers = new Map<number, BatchAnswer>();
  const signed: SignedTransaction[] = [];
  const sequenceOf = (place: number): bigint => firstSequence + BigInt(place);
  const paidBy = (places: readonly number[]): readonly TransactionIntent[] =>
    places.flatMap((place) => intents[place] ?? []);
  const attempt = (places: readonly [number, ...number[]]): BatchAnswer => {
    try {
      return sign(paidBy(places), sequenceOf(places[0]), [...open, ...signed]);
    } catch (error) {
      if (isPortageError(error, 'SERVICE_UNAVAILABLE') || isPortageError(error, 'INVALID_ADDRESS'))
        return error;
      throw error;
    }
  };
  const accept = (places: readonly number[], transaction: SignedTransaction): void => {
    signed.push(transaction);
    for (const place of places) answers.set(place, { ...transaction, sequence: sequenceOf(place) });
  };
  /** Places of payments that may go along with the one at `place`, each order once. */
  const companions = (place: number): readonly number[] => {
    const orders = new Set(paidBy([place]).map(({ orderId }) => orderId));
    return paidBy([place]).some(isJoinable)
      ? [...intents.entries()].slice(place + 1).flatMap(([other, intent]) => {
          if (answers.has(other) || !isJoinable(intent) || orders.has(intent.orderId)) return [];
          orders.add(intent.orderId);
          return [other];
        })
      : [];
  };
  for (const place of intents.keys()) {
    if (answers.has(place)) continue;
    const others = companions(place);
    const all: readonly [number, ...number[]] = [place, ...others.slice(0, joinedMax - 1)];
    const whole = attempt(all);
    if ('txId' in whole) {
      accept(all, whole);
      continue;
    }
    let kept: readonly [number, ...number[]] = [place];
    let last = others.length === 0 ? whole : attempt(kept);
    if (!('txId' in last)) {
      answers.set(place, last);
      continue;
    }
    for (const other of others) {
      if (kept.length === joinedMax) break;
      const more = attempt([...kept, other]);
      if ('txId' in more) [kept, last] = [[...kept, other], more];
      else answers.set(other, more);
    }
    accept(kept, last);
  }
  return [...intents.keys()].flatMap((place) => answers.get(place) ?? []);
}
