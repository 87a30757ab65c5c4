import type { TransactionOutcome } from '@portage/core';
import type {
  Entry,
  InventoryChange,
  NewJob,
  OutboxRow,
  RequestChange,
  SlotChange,
} from '@portage/settlement';

/** A transaction whose end is final. */
export interface Ended {
  readonly row: OutboxRow;
  readonly outcome: Extract<TransactionOutcome, { readonly status: 'mined' | 'reverted' }>;
}

/** What follows from the end of transactions. */
export interface Aftermath {
  readonly entries: readonly Entry[];
  readonly inventory: readonly InventoryChange[];
  readonly slots: readonly SlotChange[];
  readonly changes: readonly RequestChange[];
  readonly jobs: readonly NewJob[];
  /** Orders whose sponsors have paid. */
  readonly sponsored: readonly string[];
}

/** Nothing follows. */
export const emptyAftermath: Aftermath = {
  entries: [],
  inventory: [],
  slots: [],
  changes: [],
  jobs: [],
  sponsored: [],
};

/** Puts what follows from several things together. */
export function joinAftermath(parts: readonly Aftermath[]): Aftermath {
  return {
    entries: parts.flatMap(({ entries }) => entries),
    inventory: parts.flatMap(({ inventory }) => inventory),
    slots: parts.flatMap(({ slots }) => slots),
    changes: parts.flatMap(({ changes }) => changes),
    jobs: parts.flatMap(({ jobs }) => jobs),
    sponsored: parts.flatMap(({ sponsored }) => sponsored),
  };
}
