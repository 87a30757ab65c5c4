import type { CountedBalance } from '@portage/settlement';
import type { ComparedBalance, ComparedReading } from './comparedReading.js';

/** Balance in the books at the block of a reading, with what is mined and not booked yet. */
function booksOf({ books, unbooked }: ComparedReading, currency: string): bigint {
  const row = books.inventory.find((candidate) => candidate.currency === currency);
  return (row?.balance ?? 0n) + (unbooked.inventory.get(currency) ?? 0n);
}

/**
 * Compares balances of the sender with the books. A currency that was never counted is new,
 * whatever it holds. Pure.
 */
export function findDrift(reading: ComparedReading): readonly CountedBalance[] {
  return [...reading.held].flatMap(([currency, balance]) => {
    const difference = balance - booksOf(reading, currency);
    const isNew = !reading.books.inventory.some((row) => row.currency === currency);
    if (!isNew && difference === 0n) return [];
    // What is mined and not booked yet will be booked on top.
    const counted = balance - (reading.unbooked.inventory.get(currency) ?? 0n);
    return [{ currency, balance: counted, difference, isNew }];
  });
}

/** Every balance of a reading beside the books. Pure. */
export function comparedBalances(reading: ComparedReading): readonly ComparedBalance[] {
  const { held, vault, books, unbooked } = reading;
  return [
    ...[...held].map(([currency, balance]): ComparedBalance => ({
      of: 'sender',
      currency,
      balance,
      books: booksOf(reading, currency),
    })),
    ...[...(vault ?? [])].map(([currency, balance]): ComparedBalance => ({
      of: 'depository',
      currency,
      balance,
      books: (books.vault.get(currency) ?? 0n) + (unbooked.vault.get(currency) ?? 0n),
    })),
  ];
}
