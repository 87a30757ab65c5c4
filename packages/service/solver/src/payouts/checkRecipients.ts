import { describeError } from '@portage/core';
import type { RecipientState } from '@portage/core/chain';
import type { DuePayout, DecidedPayout, Payment, PayoutRefusal } from '@portage/settlement';
import type { ChainContext } from '../context.js';
import { refund, wait } from '../plan/decision.js';
import { isRefused } from '../plan/isRefused.js';

const readMsMax = 5_000;
const retryMs = 1_000;

const isPayment = (one: DecidedPayout): one is Payment => one.decision.type === 'pay';

/** Reads the recipients of payments; nothing where they cannot be read. */
async function readStates(
  { chain, clock, log }: ChainContext,
  payments: readonly Payment[],
): Promise<readonly RecipientState[]> {
  try {
    const states = await chain.recipients?.confirm(
      payments.map(({ decision: { intent } }) => intent),
      clock.timeout(readMsMax),
    );
    return states ?? [];
  } catch (error) {
    log('recipients could not be looked up', { chain: chain.slug, error: describeError(error) });
    return [];
  }
}

const refuseRecipient = ({ intent }: Payment['decision']): PayoutRefusal =>
  intent.type === 'fill'
    ? refund('TRANSFER_FAILED')
    : { type: 'unpayable', reason: 'MANUAL_REFUND_REQUIRED' };

/** Objection to a payment by what the chain says of its recipient. */
function objection(
  context: ChainContext,
  { spend, decision }: Payment,
  state: RecipientState | undefined,
): PayoutRefusal | undefined {
  if (state === undefined) return wait(retryMs, 'the recipient could not be looked up');
  if (state.refusal !== undefined) return refuseRecipient(decision);
  const { intent } = decision;
  if (intent.amount < state.least)
    return intent.type === 'fill'
      ? refund('TRANSFER_FAILED')
      : { type: 'unpayable', reason: 'AMOUNT_TOO_LOW_TO_REFUND' };
  return intent.type === 'fill' && intent.opensAccount !== true && state.rent > 0n
    ? awaitAccount(context, spend)
    : undefined;
}

/**
 * The quote found the account open and charged no rent; a recipient that closed it would keep the
 * rent that we lay out. It may open it again.
 */
function awaitAccount(
  { policy, chain, log }: ChainContext,
  { waitedMs, job }: DuePayout,
): PayoutRefusal {
  const left = policy.fills.accountWaitMs - waitedMs;
  if (left > 0) return wait(Math.min(left, retryMs), 'the recipient closed its account');
  log('a recipient closed its account, the deposit goes back', {
    chain: chain.slug,
    orderId: job.orderId,
  });
  return refund('INSUFFICIENT_FUNDS_FOR_RENT');
}

/**
 * Looks at the recipients of payments and refunds once more before they are signed: what was an
 * account of a person when the order was quoted may be a program since, and what that is paid
 * cannot be recovered. A chain that reads no accounts judges by the address alone.
 */
export async function checkRecipients(
  context: ChainContext,
  decided: readonly DecidedPayout[],
): Promise<readonly DecidedPayout[]> {
  const payments = decided.filter(isPayment);
  const refusals = new Map<DecidedPayout, PayoutRefusal>(
    payments
      .filter(({ decision: { intent } }) =>
        isRefused(() => {
          context.chain.checkRecipient(intent.recipient);
        }),
      )
      .map((payment) => [payment, refuseRecipient(payment.decision)]),
  );
  const asked = payments.filter((payment) => !refusals.has(payment));
  if (context.chain.recipients !== undefined && asked.length > 0) {
    const states = await readStates(context, asked);
    asked.forEach((payment, index) => {
      const refusal = objection(context, payment, states[index]);
      if (refusal !== undefined) refusals.set(payment, refusal);
    });
  }
  return refusals.size === 0
    ? decided
    : decided.map((one) => ({ ...one, decision: refusals.get(one) ?? one.decision }));
}
