import type { FailReason } from '@portage/core';
import type { Transaction } from '@portage/database';
import type { SettlementContext } from '../../books/context.js';
import { noEffects, type SettlementEffects } from '../../transactions/effects/settlementEffects.js';
import { writeEffects } from '../../transactions/effects/writeEffects.js';
import { postponeJobs } from '../../kit/jobs/postponeJobs.js';
import { ledgerAsset } from '../../books/ledger/accounts.js';
import { claimMadeEntry, claimReturnEntry } from '../../books/ledger/entries/claimEntries.js';
import type { DueClaim } from './takeDueClaims.js';

/** Decision against the payment of a claim. */
export type ClaimRefusal =
  /** It is looked at again later; `isFailure` where it failed in a simulation. */
  | {
      readonly type: 'wait';
      readonly delayMs: number;
      readonly reason: string;
      readonly isFailure?: boolean | undefined;
    }
  /** Nothing of it was ever signed: it is its wallet's again. */
  | { readonly type: 'return'; readonly reason: FailReason }
  /** It was paid by a transaction that the books have lost. */
  | { readonly type: 'made'; readonly txId: string };

/** A due claim whose payment is not signed. */
export interface RefusedClaim {
  readonly claim: DueClaim;
  readonly refusal: ClaimRefusal;
}

function effectsOf(sender: string, { claim, refusal }: RefusedClaim): SettlementEffects {
  const { id, wallet, chainId, currency, amount } = claim;
  const booked = { id, wallet, asset: ledgerAsset(chainId, currency), amount };
  if (refusal.type === 'return')
    return {
      ...noEffects,
      entries: [claimReturnEntry(booked)],
      claims: [{ id, state: 'returned', reason: refusal.reason }],
    };
  if (refusal.type === 'wait') return noEffects;
  return {
    ...noEffects,
    entries: [claimMadeEntry(booked, sender)],
    inventory: [{ chainId, sender, currency, balance: -amount, reserved: 0n }],
    claims: [{ id, state: 'paid', txId: refusal.txId }],
  };
}

/**
 * Writes claims whose payments are not signed: those that wait, those that are their wallets'
 * again, and those that were paid already. Jobs of claims that are over are deleted.
 */
export async function endClaims(
  tx: Transaction,
  settlement: Pick<SettlementContext, 'ledger' | 'hub' | 'jobs'>,
  sender: string,
  refused: readonly RefusedClaim[],
): Promise<void> {
  const over = refused.filter(({ refusal }) => refusal.type !== 'wait');
  for (const one of over) await writeEffects(tx, settlement, effectsOf(sender, one));
  if (over.length > 0)
    await settlement.jobs.done(
      tx,
      over.map(({ claim }) => claim.jobId),
    );
  await postponeJobs(
    tx,
    refused.flatMap(({ claim: { jobId }, refusal }) => {
      if (refusal.type !== 'wait') return [];
      const { delayMs, reason, isFailure } = refusal;
      return [{ jobId, delayMs, reason, isFailure }];
    }),
  );
}
