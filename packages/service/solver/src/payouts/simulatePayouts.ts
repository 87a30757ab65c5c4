import { describeError, type FailReason } from '@portage/core';
import type { FillIntent, PaymentIntent, Simulation } from '@portage/core/chain';
import type { ChainContext } from '../context.js';
import { refund, wait } from '../plan/decision.js';
import type { DuePayout, DecidedPayout, Payment, PayoutDecision } from '@portage/settlement';

const simulateMsMax = 5_000;
const retryMs = 500;

/** Before a refund is looked at again that would revert. */
const refundDelayMs = 5_000;

/**
 * A payment that depends on others: on pools, on what is called, on an account that is delegated or
 * topped up, on a token that may fail, on the code of its recipient; every refund, because its
 * recipient may be a contract and its depositor may take the money before.
 */
function dependingPayment(
  { decision }: DecidedPayout,
  { isDoubted, chain }: Pick<ChainContext, 'isDoubted' | 'chain'>,
): PaymentIntent | undefined {
  if (decision.type !== 'pay') return undefined;
  const { intent } = decision;
  if (intent.type === 'refund') return intent;
  return intent.calls.length > 0 ||
    intent.swap !== undefined ||
    intent.topup !== undefined ||
    intent.authorizations !== undefined ||
    isDoubted?.(intent.currency) === true ||
    (intent.currency === chain.native.address && chain.gas.runsCode?.(intent.recipient) === true)
    ? intent
    : undefined;
}

function reasonOf({ calls, authorizations, swap }: FillIntent): FailReason {
  if (calls.length > 0 || authorizations !== undefined) return 'EXECUTION_REVERTED';
  return swap === undefined ? 'TRANSFER_FAILED' : 'TOO_LITTLE_RECEIVED';
}

/**
 * A refund that fails a few times in simulations costs no gas: an operator must look. One whose
 * depositor asked for its money is closed once the depositor has it and that is final.
 */
function decideRefund(
  context: ChainContext,
  { job, attempts, isUnderReclaim }: DuePayout,
  reason: string,
): PayoutDecision {
  if (isUnderReclaim || attempts + 1 < context.policy.fills.refundAttemptsMax)
    return {
      type: 'wait',
      delayMs: refundDelayMs,
      reason: `the refund would revert: ${reason}`,
      isFailure: true,
    };
  context.log('a refund would revert, an operator must look', {
    chain: context.chain.slug,
    orderId: job.orderId,
    reason,
  });
  return { type: 'unpayable', reason: 'MANUAL_REFUND_REQUIRED' };
}

/**
 * It may pass in the next block; for a little while it is tried again, and then the deposit goes
 * back.
 */
function decide(
  context: ChainContext,
  { spend }: DecidedPayout,
  intent: PaymentIntent,
  reason: string,
): PayoutDecision {
  if (intent.type === 'refund') return decideRefund(context, spend, reason);
  const { job, waitedMs } = spend;
  const left = context.policy.fills.revertWaitMs - waitedMs;
  if (left > 0) return wait(Math.min(left, retryMs), `the payment would revert: ${reason}`);
  context.log('a payment would revert, its deposit goes back', {
    chain: context.chain.slug,
    orderId: job.orderId,
    reason,
  });
  return refund(reasonOf(intent));
}

async function simulate(
  context: ChainContext,
  intents: readonly PaymentIntent[],
): Promise<readonly Simulation[] | undefined> {
  try {
    return await context.chain.spend.simulate?.(intents, context.clock.timeout(simulateMsMax));
  } catch (error) {
    context.log('payments could not be simulated', {
      chain: context.chain.slug,
      error: describeError(error),
    });
    return undefined;
  }
}

/**
 * Makes payments that depend on others on top of the newest block, before gas is spent on them: one
 * that would revert is not signed. Nothing is signed, either, while that cannot be asked, and
 * nothing is given back for it: a fill waits until its time is over.
 */
export async function simulatePayouts(
  context: ChainContext,
  decided: readonly DecidedPayout[],
): Promise<readonly DecidedPayout[]> {
  if (context.chain.spend.simulate === undefined) return decided;
  const depending = new Map<DecidedPayout | Payment, PaymentIntent>(
    decided.flatMap((one) => {
      const intent = dependingPayment(one, context);
      return intent === undefined ? [] : [[one, intent] as const];
    }),
  );
  if (depending.size === 0) return decided;
  const answers = await simulate(context, [...depending.values()]);
  const answerOf = new Map([...depending.keys()].map((one, index) => [one, answers?.[index]]));
  return decided.map((one) => {
    const intent = depending.get(one);
    const answer = answerOf.get(one);
    if (intent === undefined || answer?.status === 'passes') return one;
    return {
      ...one,
      decision:
        answer === undefined || answer.status === 'unknown'
          ? wait(retryMs, `the payment could not be simulated: ${answer?.reason ?? 'no answer'}`)
          : decide(context, one, intent, answer.reason),
    };
  });
}
