import { refundTerms } from '@portage/core';
import { findAsset, type PaymentIntent } from '@portage/core/chain';
import {
  ledgerAsset,
  outflowsOf,
  sponsorAmount,
  type DuePayout,
  type PayoutDecision,
} from '@portage/settlement';
import type { ChainContext } from '../context.js';
import { chooseSwap } from './chooseSwap.js';
import type { Budget } from './createBudget.js';
import { wait } from './decision.js';
import { readIntent } from './readIntent.js';
import { refundIntent } from './refundIntent.js';
import { refundRecipient } from './refundRecipient.js';

const againMs = 2_000;

/** The fill that was made; a swap of it spent all that was charged for, whatever way it took. */
function readFill(
  context: ChainContext,
  spend: DuePayout,
  amount: bigint,
): PaymentIntent | undefined {
  const promised = readIntent(context, spend);
  if (promised === undefined) return undefined;
  const chosen = chooseSwap(context, spend, promised);
  return chosen.type === 'fill' ? { ...chosen, amount } : undefined;
}

/** The refund that was made, to whom refunds go. */
function readRefund(
  { chain }: ChainContext,
  spend: DuePayout,
  amount: bigint,
): PaymentIntent | undefined {
  const { order, deposit } = spend;
  const terms = refundTerms(order, chain.slug, deposit.currency);
  const asset = findAsset(chain, deposit.currency);
  if (terms === undefined || asset === undefined) return undefined;
  return refundIntent(spend, asset, { recipient: refundRecipient(spend, terms), amount });
}

/**
 * Books a payment that the chain tells and no transaction of ours has made, instead of making it
 * again; undefined where there is none. What the books cannot cover waits for an operator: it is
 * not guessed.
 */
export function planRecovery(
  context: ChainContext,
  spend: DuePayout,
  budget: Budget,
): PayoutDecision | undefined {
  const { made, job, order, deposit, executionTerms } = spend;
  if (made === undefined) return undefined;
  const intent =
    job.kind === 'fill'
      ? readFill(context, spend, made.amount)
      : readRefund(context, spend, made.amount);
  if (intent === undefined) return wait(againMs, 'a payment that was made cannot be read');
  const outflows = outflowsOf(intent, context.chain.native.address);
  const sponsored = job.kind === 'fill' ? sponsorAmount(executionTerms) : 0n;
  const sponsor = executionTerms?.sponsor?.account;
  if (
    outflows.some(({ currency, amount }) => budget.shortage(currency, amount) !== undefined) ||
    (sponsor !== undefined && !budget.covers(sponsor, sponsored))
  )
    return wait(againMs, 'the books do not hold what a payment that was made has cost');
  for (const { currency, amount } of outflows) budget.hold(currency, amount);
  if (sponsor !== undefined) budget.charge(sponsor, sponsored);
  return {
    type: 'recover',
    intent,
    made,
    source: {
      credit: { asset: ledgerAsset(job.deposit.chainId, deposit.currency), amount: job.amount },
      solver: order.solver,
      ...(job.kind === 'fill'
        ? { deadline: order.output.deadline, executionTerms }
        : { executionTerms: spend.settlement?.intent.executionTerms }),
    },
  };
}
