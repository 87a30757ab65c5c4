import type { FailReason } from '@portage/core';
import type { Transaction } from '@portage/database';
import type { SettlementContext } from '../../books/context.js';
import { noEffects, type SettlementEffects } from '../../transactions/effects/settlementEffects.js';
import { writeEffects } from '../../transactions/effects/writeEffects.js';
import { postponeJobs } from '../../kit/jobs/postponeJobs.js';
import { closeSettlements } from '../../transactions/outbox/storeTransactions.js';
import type { DueRelay } from './takeRelays.js';

/** Decision against a due call. */
export type RelayRefusal =
  /** It is taken again later; `isFailure` where it failed in a simulation. */
  | {
      readonly type: 'wait';
      readonly delayMs: number;
      readonly reason: string;
      readonly isFailure?: boolean | undefined;
    }
  /** It was made, or may still land. */
  | { readonly type: 'drop' }
  /** It is given up; with a reason, the request that waits for nothing else fails with it. */
  | { readonly type: 'end'; readonly failReason: FailReason | undefined };

/** A due call that is not made. */
export interface RefusedRelay {
  readonly relay: DueRelay;
  readonly refusal: RelayRefusal;
}

/** Effects of calls that are not made. Pure. */
export function writeOffRelays(refused: readonly RefusedRelay[]): SettlementEffects {
  return {
    ...noEffects,
    requests: refused.flatMap(({ relay: { payload }, refusal }) =>
      refusal.type === 'end' && refusal.failReason !== undefined && payload.endsRequest === true
        ? [
            {
              orderId: payload.orderId,
              events: ['depositRefused'] as const,
              failReason: refusal.failReason,
            },
          ]
        : [],
    ),
  };
}

/**
 * Writes calls that are not made: those that wait, and those that are over, with the requests that
 * waited for them. Jobs that are over are deleted.
 */
export async function refuseRelays(
  tx: Transaction,
  settlement: Pick<SettlementContext, 'ledger' | 'hub' | 'jobs'>,
  refused: readonly RefusedRelay[],
): Promise<void> {
  if (refused.length === 0) return;
  const ended = refused.filter(({ refusal }) => refusal.type === 'end').map(({ relay }) => relay);
  await closeSettlements(
    tx,
    ended.filter(({ settlement: opened }) => opened !== undefined).map(({ payload }) => payload),
  );
  await writeEffects(tx, settlement, writeOffRelays(refused));
  const over = refused.filter(({ refusal }) => refusal.type !== 'wait');
  if (over.length > 0)
    await settlement.jobs.done(
      tx,
      over.map(({ relay }) => relay.jobId),
    );
  await postponeJobs(
    tx,
    refused.flatMap(({ relay: { jobId }, refusal }) => {
      if (refusal.type !== 'wait') return [];
      const { delayMs, reason, isFailure } = refusal;
      return [{ jobId, delayMs, reason, isFailure }];
    }),
  );
}
