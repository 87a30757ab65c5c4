import { textArray, type Queryable } from '@portage/database';
import type { SettlementContext } from '../../books/context.js';
import { closeMarkers, type MarkerClosing } from './closeMarkers.js';
import {
  readClosable,
  readFirstMarked,
  type ClosableOptions,
  type MarkedFrom,
  type MarkedTransaction,
} from './readClosable.js';

/** Markers that payments left on chains, and what they have proven. */
export interface PaymentMarkerRecords {
  /** Payments whose markers may be closed. */
  closable(options: ClosableOptions): Promise<readonly MarkedTransaction[]>;
  /** Sequence before which no marker is left to be closed. */
  firstMarked(from: MarkedFrom): Promise<bigint>;
  /** Keeps what markers have proven and asks for their closing; no without the lease. */
  close(closing: MarkerClosing): Promise<boolean>;
  /** Those of these nonces that are used by what the chain told, marker or none. */
  used(chainId: number, nonces: readonly string[], tx?: Queryable): Promise<ReadonlySet<string>>;
}

/** Makes the records of markers. */
export function createPaymentMarkerRecords(
  database: Queryable,
  settlement: Pick<SettlementContext, 'transaction' | 'jobs'>,
): PaymentMarkerRecords {
  return {
    closable: (options) => readClosable(database, options),
    firstMarked: (from) => readFirstMarked(database, from),
    close: (closing) => closeMarkers(settlement, closing),
    used: async (chainId, nonces, tx = database) => {
      const rows = await tx.query<{ nonce: string }>(
        `select nonce from marker_proofs where chain_id = $1 and nonce = any($2::text[])
         union select nonce from releases where chain_id = $1 and nonce = any($2::text[]) and state = 'seen'`,
        [chainId, textArray(nonces)],
      );
      return new Set(rows.map(({ nonce }) => nonce));
    },
  };
}
