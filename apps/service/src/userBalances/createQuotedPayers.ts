import type { NewRequest } from '@portage/settlement';

/** Quotes whose payers are remembered; the oldest goes. */
const quotesMax = 20_000;

/** Account that pays for a quote, and its chain. */
export type QuotedPayer = Pick<NewRequest, 'originChainId' | 'payer'>;

/** Payers of the quotes that this process gave lately. */
export interface QuotedPayers {
  /** Notes a quote that is given. */
  note(request: QuotedPayer & Pick<NewRequest, 'id'>): void;
  /** Payer of a quote; undefined where it is not known any more. */
  of(requestId: string): QuotedPayer | undefined;
}

/** Makes an empty memory. */
export function createQuotedPayers(): QuotedPayers {
  // In the order in which they were given.
  const payers = new Map<string, QuotedPayer>();
  return {
    note: ({ id, originChainId, payer }) => {
      payers.set(id, { originChainId, payer });
      const [oldest] = payers.keys();
      if (payers.size > quotesMax && oldest !== undefined) payers.delete(oldest);
    },
    of: (requestId) => payers.get(requestId),
  };
}
