import type { RelayIntent } from '@portage/core/chain';
import type { Transaction } from '@portage/database';
import type { Signing, StoredTransaction } from '../../transactions/outbox/signedTransactions.js';
import {
  toRelayIntent,
  type StoredRelayIntent,
} from '../../transactions/settlements/relayIntent.js';
import { reserve } from '../../transactions/outbox/reserve.js';
import type { DueRelay } from './takeRelays.js';
import { takenByRelay } from './settleRelay.js';

/** A call that is signed and sent. */
export interface MadeRelay {
  readonly relay: DueRelay;
  readonly intent: StoredRelayIntent;
  /** Native currency that is reserved for gas, in smallest units. */
  readonly gasReserve: bigint;
  /** Its settlement exists, and whatever was sent for it before is proven dead. */
  readonly isRewrite: boolean;
}

/** Reserves calls. */
export function reserveRelays(
  tx: Transaction,
  signing: Signing<RelayIntent>,
  made: readonly MadeRelay[],
): Promise<readonly StoredTransaction[]> {
  return reserve(
    tx,
    signing,
    made.map(({ relay: { payload, jobId }, intent: stored, gasReserve, isRewrite }) => {
      const { orderId, leg } = payload;
      const kind = 'relay';
      const obligation = { kind, orderId, leg, intent: stored, gasReserved: gasReserve } as const;
      const intent = toRelayIntent(payload, stored);
      return { obligation, taken: takenByRelay(obligation), intent, jobId, isRewrite };
    }),
  );
}
