import { assert, type FailReason } from '@portage/core';
import type { Transaction } from '@portage/database';
import type { SettlementContext } from '../../../books/context.js';
import {
  noEffects,
  type SettlementEffects,
} from '../../../transactions/effects/settlementEffects.js';
import { writeEffects } from '../../../transactions/effects/writeEffects.js';
import type { Job } from '../../../kit/jobs/createJobs.js';
import type { NewRequest } from '../../../orders/requests/newRequest.js';
import { readRequote, type OpenDeposit } from './readRequote.js';
import { refundRequote, refusedLeg, requoteDeposit } from './requoteDeposit.js';
import { openDepositId, readReorgCount, refuseRequote, writeRequote } from './writeRequote.js';

/** Decision about a deposit that came through an open address. */
export type RequoteDecision =
  | { readonly type: 'quoted'; readonly request: NewRequest }
  /** It cannot be quoted and goes back. */
  | { readonly type: 'refund'; readonly reason: FailReason };

/** Quotes a deposit, or says why it goes back. An error leaves everything as it is. */
export type DecideRequote = (deposit: OpenDeposit) => Promise<RequoteDecision>;

async function decideEffects(
  tx: Transaction,
  open: OpenDeposit,
  decide: DecideRequote,
): Promise<SettlementEffects> {
  const { requoted } = open;
  // After a reorg the deposit is back: its order is there, and pays at most once.
  if (requoted !== undefined)
    return requoted.isPaid
      ? noEffects
      : requoteDeposit(open, requoted, await readReorgCount(tx, openDepositId(open)));
  const decision: RequoteDecision =
    open.address.disabledAt === undefined
      ? await decide(open)
      : { type: 'refund', reason: 'ORDER_IS_CANCELLED' };
  if (decision.type === 'refund') {
    const refused = refusedLeg(open, decision.reason);
    await refuseRequote(tx, open, refused);
    return refundRequote(open, refused);
  }
  await writeRequote(tx, open, decision.request);
  const order = { ...decision.request, isFilled: false };
  return requoteDeposit(open, order, await readReorgCount(tx, openDepositId(open)));
}

/**
 * Reads a deposit, has it quoted, and writes what follows, in one transaction: the deposit stays as
 * it is meanwhile, and a process that dies leaves nothing. The job is done with it.
 */
export async function applyRequote(
  settlement: Pick<SettlementContext, 'transaction' | 'ledger' | 'hub' | 'jobs'>,
  job: Pick<Job, 'id' | 'deposit'>,
  decide: DecideRequote,
): Promise<void> {
  const { deposit } = job;
  assert(deposit !== undefined, 'a requote has its deposit');
  await settlement.transaction(async (tx) => {
    const open = await readRequote(tx, deposit);
    if (open !== undefined)
      await writeEffects(tx, settlement, await decideEffects(tx, open, decide));
    await settlement.jobs.done(tx, [job.id]);
  });
}
