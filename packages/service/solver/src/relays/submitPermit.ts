import { PortageError, standardError } from '@portage/core';
import type { Chain, PermitCall, PermitPart, PermitTerms } from '@portage/core/chain';
import type { StoredRequest, Submission } from '@portage/settlement';
import { checkUsage, type SubmissionUsage } from './checkUsage.js';
import { isExpiredOn, notSimulated, type SubmissionContext } from './submissionContext.js';
import type { SubmissionPolicy } from '../policy/submissionPolicy.js';

/** A payer's signature instead of a deposit. */
export interface PermitSubmission {
  readonly requestId: string;
  /** Kind of the permit, as the body names it. */
  readonly kind: string;
  readonly signature: string;
}

/**
 * State of the deposit: on its way with this signature; waiting for another signature; or on its
 * way already.
 */
export type PermitOutcome = 'accepted' | 'incomplete' | 'known';

/** Leg of the call that redeems the permit. */
const permitLeg = 'permit';

const simulateMsMax = 5_000;

const simulateHint =
  'Sign the very data of the step, with the account that the quote was asked for with, and see that it holds what it pays.';

function failed(message: string, hint: string): PortageError {
  return new PortageError('PERMIT_FAILED', { message, hint });
}

/**
 * Takes a payer's signature instead of a deposit. It is checked here, kept with the job of the call
 * that takes the money, and the request is `depositing`; once more with a request that goes on
 * already, it changes nothing. Where several signatures are needed, each is kept until the last one
 * is there. A payer whose signatures keep failing has to wait.
 *
 * @throws PortageError `UNKNOWN_REQUEST`, `PERMIT_FAILED`, `INVALID_SIGNATURE`
 */
export async function submitPermit(
  context: SubmissionContext,
  { requestId, kind, signature }: PermitSubmission,
): Promise<PermitOutcome> {
  const { chains, settlement } = context;
  const id = requestId.toLowerCase();
  const found = await settlement.getRequest(id);
  if (found === undefined) throw standardError('UNKNOWN_REQUEST', { context: { requestId: id } });
  const chain = chains.byId(found.originChainId);
  const terms = await readTerms(context, found, kind);
  const redeemed = redeem(chain, terms, signature);
  if (found.status === 'failure' || found.status === 'refund')
    throw failed('The request has ended.', 'Ask for a new quote.');
  if (found.status !== 'waiting') return 'known';
  if (isExpiredOn(chain, terms.expiresAt, context.clock))
    throw failed('The signature has expired.', 'Ask for a new quote and sign within permitExpiry.');
  await checkPayer(context, found, terms);
  await tryOut({ context, chain, terms, orderId: found.orderId }, redeemed);
  const { policy } = context;
  return settlement.relays.accept(submissionOf(chain, found, terms, { policy, redeemed }));
}

/** Terms of the permit that the request waits for. @throws PortageError `PERMIT_FAILED` */
async function readTerms(
  { settlement }: SubmissionContext,
  { orderId }: StoredRequest,
  kind: string,
): Promise<PermitTerms> {
  const terms = (await settlement.requests.order(orderId))?.executionTerms?.permit;
  if (terms === undefined)
    throw failed('This request is not paid with a signature.', 'Ask for a quote with usePermit.');
  if (terms.kind !== kind)
    throw failed(
      `This request waits for a signature of kind ${terms.kind}.`,
      'Post the body that the step names.',
    );
  return terms;
}

function redeem(
  chain: Chain,
  terms: PermitTerms,
  signature: string,
  others: readonly string[] = [],
): PermitCall | PermitPart {
  const permits = chain.deposit?.permits;
  if (permits === undefined)
    throw failed('The origin chain takes no signatures any more.', 'Ask for a new quote.');
  return permits.redeem(terms, signature, others);
}

/**
 * Not beside too many that failed or are open.
 *
 * @throws PortageError `PERMIT_FAILED`
 */
async function checkPayer(
  { settlement, policy }: SubmissionContext,
  { orderId, payer }: StoredRequest,
  { gasLimit }: PermitTerms,
): Promise<void> {
  const submitter = { orderId, payer, kind: permitLeg } as const;
  const refusal = refuseUsage(policy, gasLimit)(await settlement.relays.usage(submitter));
  if (refusal !== undefined) throw refusal;
}

/** Refusal of one more signature: each costs the solver gas, whatever comes of it. */
function refuseUsage(policy: SubmissionPolicy, gasLimit: number) {
  return (usage: SubmissionUsage): PortageError | undefined => {
    const message = checkUsage(usage, { kind: permitLeg, gasLimit }, policy);
    return message === undefined
      ? undefined
      : failed(message, 'Pay with a transaction, or sign again later.');
  };
}

interface Redeemed {
  readonly policy: SubmissionPolicy;
  readonly redeemed: PermitCall | PermitPart;
}

function submissionOf(
  chain: Chain,
  { orderId, payer, originChainId }: StoredRequest,
  terms: PermitTerms,
  { policy, redeemed }: Redeemed,
): Submission {
  const { gasLimit, gas, expiresAt, currency, nonce } = terms;
  const isPart = 'part' in redeemed;
  return {
    orderId,
    leg: permitLeg,
    budget: { kind: permitLeg, payer, refuse: refuseUsage(policy, gasLimit) },
    signed: isPart ? redeemed : undefined,
    nonce:
      nonce === undefined
        ? undefined
        : { currency, nonce, payer, chainId: originChainId, refuse: nonceUsed },
    call: (others) => {
      const call = isPart ? redeem(chain, terms, redeemed.signature, others) : redeemed;
      if ('part' in call) return undefined;
      return { chainId: chain.id, to: call.to, data: call.data, gasLimit, gas, until: expiresAt };
    },
  };
}

interface PermitTrial {
  readonly context: SubmissionContext;
  readonly chain: Chain;
  readonly terms: PermitTerms;
  readonly orderId: string;
}

/**
 * Asks the chain before the request is let wait for it, where only the chain can tell: whether a
 * contract's signature holds, and whether the nonce of a permit is still the next one, once both of
 * its signatures are there.
 */
async function tryOut(trial: PermitTrial, redeemed: PermitCall | PermitPart): Promise<void> {
  const { context, chain, terms, orderId } = trial;
  if ('part' in redeemed) {
    const { part, signature } = redeemed;
    const others = await context.settlement.relays.otherSignatures({ orderId, part });
    const call = redeem(chain, terms, signature, others);
    if ('part' in call) return;
    const revert = await simulate(trial, call);
    if (revert !== undefined) throw await permitRefused(trial, revert);
  } else if (!redeemed.isProven && (await simulate(trial, redeemed)) !== undefined) {
    throw new PortageError('INVALID_SIGNATURE', {
      message: 'The chain does not take this signature.',
      hint: simulateHint,
    });
  }
}

async function permitRefused(
  { context, chain, terms: { currency, payer, nonce } }: PermitTrial,
  revert: string,
): Promise<PortageError> {
  const next = await chain.deposit?.permits?.readNonce?.(
    { currency, payer },
    context.clock.timeout(simulateMsMax),
  );
  return next === undefined || nonce === undefined || next === BigInt(nonce)
    ? failed(`The deposit fails: ${revert}`, simulateHint)
    : nonceUsed();
}

function nonceUsed(): PortageError {
  return failed(
    'The nonce of this permit is used: another permit of this account took its place. Nothing was taken for this request.',
    'Ask for a new quote and sign it; of two quotes that were asked for before either was paid, one can be paid.',
  );
}

/**
 * @returns why the call would revert on top of the newest block; undefined where it passes
 * @throws PortageError `RPC_HTTP_ERROR` where no endpoint of the chain can tell
 */
async function simulate(
  { context, chain, terms: { gasLimit }, orderId }: PermitTrial,
  { to, data }: PermitCall,
): Promise<string | undefined> {
  const key = `${orderId}:${permitLeg}`;
  const intent = { type: 'relay', orderId, key, to, data, gasLimit, value: 0n } as const;
  const [outcome] =
    (await chain.spend?.simulate?.([intent], context.clock.timeout(simulateMsMax))) ?? [];
  if (outcome === undefined || outcome.status === 'unknown') throw notSimulated();
  return outcome.status === 'passes' ? undefined : outcome.reason;
}
