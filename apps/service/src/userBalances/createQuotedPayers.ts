import type { NewRequest } from '@portage/settlement';

/** Quotes of a generation; two generations are remembered, and the older one goes at once. */
const quotesMax = 10_000;

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
  // A map whose oldest entry is deleted each time would look past all that were deleted before.
  let older: ReadonlyMap<string, QuotedPayer> = new Map();
  let payers = new Map<string, QuotedPayer>();
  return {
    note: ({ id, originChainId, payer }) => {
      if (payers.size === quotesMax) {
        older = payers;
        payers = new Map();
      }
      payers.set(id, { originChainId, payer });
    },
    of: (requestId) => payers.get(requestId) ?? older.get(requestId),
  };
}
