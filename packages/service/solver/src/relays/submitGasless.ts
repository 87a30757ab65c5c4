import {
  Money,
  PortageError,
  requestFault,
  type Authorization,
  standardError,
} from '@portage/core';
import type { Chain, GaslessTerms, RelayIntent } from '@portage/core/chain';
import type { ExecutionTerms, StoredRequest } from '@portage/settlement';
import { checkExecution, type ExecutionMembers } from './checkExecution.js';
import { checkUsage, type SubmissionUsage } from './checkUsage.js';
import { isExpiredOn, notSimulated, type SubmissionContext } from './submissionContext.js';

/** Call of a payer's own account, as its owner posts it. */
export interface GaslessCall {
  readonly chainId: number;
  readonly to: string;
  readonly data: string;
  /** Native currency that goes along, smallest units as decimal digits. */
  readonly value: string;
  readonly authorizationList?: readonly Authorization[] | undefined;
}

/** Call that pays for a quote, with the API key that the quote was asked for with. */
export interface GaslessSubmission extends ExecutionMembers {
  readonly requestId: string | undefined;
  readonly apiKeyId: string;
  readonly data: GaslessCall;
}

/** The request that the call pays for. */
export interface GaslessAcceptance {
  readonly requestId: string;
}

/** Sponsor that pays for the gas of calls that bring nothing in. */
type GaslessSponsor = NonNullable<ExecutionTerms['gaslessSponsor']>;

/** Leg of the call of the payer's account. */
const gaslessLeg = 'gasless';

const chainMsMax = 5_000;

/** Hex digits and `0x`; approvals and plans take a few kilobytes. */
const dataLengthMax = 32_770;

const askQuote =
  'Ask for a quote with originGasOverhead and this API key, and execute its requestId.';

function refuse(path: string, message: string, hint: string): PortageError {
  return requestFault(path, message, { message: `${path}: ${message}.`, hint });
}

/**
 * Has the solver call the payer's own delegated account, which makes the deposit of a quote; the
 * gas was part of the quote. Never anything but that account: the solver's account is the sender,
 * and a token would move its money. Once more with a request that goes on already, it changes
 * nothing.
 *
 * @returns the request; undefined where its origin chain makes no such calls
 * @throws PortageError `INVALID_REQUEST`, `UNKNOWN_REQUEST`, `DELEGATION_REDEEM_FAILED`, and what
 *   the chain refuses a call with
 */
export async function submitGasless(
  context: SubmissionContext,
  submission: GaslessSubmission,
): Promise<GaslessAcceptance | undefined> {
  const { chains, settlement } = context;
  const { requestId, apiKeyId, data } = submission;
  if (requestId === undefined)
    throw refuse('requestId', 'is needed: only the calls of a quote are paid for', askQuote);
  checkShape(data);
  const found = await findRequest(context, requestId.toLowerCase(), apiKeyId);
  const executionTerms = await readTerms(context, found);
  const { gasless: terms, gaslessSponsor } = executionTerms;
  checkExecution(submission, { referrer: found.referrer, executionTerms });
  if (data.chainId !== found.originChainId)
    throw refuse(
      'data.chainId',
      `is not the origin chain of the quote, ${String(found.originChainId)}`,
      'Execute on the chain that the quote begins on.',
    );
  const { id, orderId, payer, status } = found;
  if (status === 'failure' || status === 'refund') throw refuse('requestId', 'has ended', askQuote);
  if (status !== 'waiting') return { requestId: id };
  const chain = chains.byId(found.originChainId);
  if (isExpiredOn(chain, terms.expiresAt, context.clock))
    throw refuse('requestId', 'has expired', askQuote);
  const sponsor = gaslessSponsor?.account;
  const submitter = { orderId, payer, apiKeyId, kind: gaslessLeg, sponsor } as const;
  const budget = { ...submitter, refuse: refuseUsage(context, { chain, terms, gaslessSponsor }) };
  const exhausted = budget.refuse(await settlement.relays.usage(submitter));
  if (exhausted !== undefined) throw exhausted;
  const gasless = chain.deposit?.gasless;
  if (gasless === undefined) return undefined;
  const authorizations = data.authorizationList ?? [];
  const call = {
    to: data.to.toLowerCase(),
    data: data.data,
    gasLimit: terms.gasLimit,
    deposits: terms.deposits,
    ...(authorizations.length === 0 ? {} : { authorizations }),
  };
  await gasless.confirm(
    { payer: terms.payer, to: call.to, data: call.data, authorizations },
    context.clock.timeout(chainMsMax),
  );
  const key = `${orderId}:${gaslessLeg}`;
  await simulate(context, chain, { ...call, type: 'relay', orderId, key, value: 0n }, id);
  await settlement.relays.accept({
    orderId,
    leg: gaslessLeg,
    budget,
    call: () => ({ ...call, gas: terms.gas, chainId: chain.id, until: terms.expiresAt }),
  });
  return { requestId: id };
}

function checkShape({ value, data }: GaslessCall): void {
  if (BigInt(value) !== 0n)
    throw refuse(
      'data.value',
      'is not 0: the account pays out of its own balance',
      'Leave the value to the calls of the account.',
    );
  if (data.length > dataLengthMax)
    throw refuse('data.data', 'is longer than 16 KiB', 'Pass only the calls of the steps.');
}

/** A call, and who pays for it where it fails. */
interface AskedCall {
  readonly chain: Chain;
  readonly terms: GaslessTerms;
  readonly gaslessSponsor: GaslessSponsor | undefined;
}

/**
 * Refusal of one more call: each costs the solver gas, whatever comes of it, and the balance of a
 * sponsor must cover all of its own that may still fail or have.
 */
function refuseUsage(
  { policy }: SubmissionContext,
  { chain, terms: { gasLimit }, gaslessSponsor }: AskedCall,
) {
  return (usage: SubmissionUsage): PortageError | undefined => {
    if (gaslessSponsor !== undefined) {
      const gas = usage.sponsor.gas + gasLimit;
      const needed = failureCost(chain, gas, gaslessSponsor);
      if (usage.sponsor.balance < needed)
        return new PortageError('SPONSOR_BALANCE_TOO_LOW', {
          message: `The sponsor of this API key has ${Money.formatUsd(usage.sponsor.balance)} USD; its deposits without gas that are open or failed within an hour, with this one, may cost ${Money.formatUsd(needed)} USD.`,
          hint: 'Send the transactions of the steps, or ask the sponsor to pay in.',
        });
    }
    const message = checkUsage(usage, { kind: gaslessLeg, gasLimit }, policy);
    return message === undefined
      ? undefined
      : new PortageError('DELEGATION_REDEEM_FAILED', {
          message,
          hint: 'Send the transactions of the steps, or try again later.',
        });
  };
}

/**
 * The request, of which only the key knows that the quote was asked for with. @throws PortageError
 * `UNKNOWN_REQUEST`
 */
async function findRequest(
  { settlement }: SubmissionContext,
  id: string,
  apiKeyId: string,
): Promise<StoredRequest> {
  const {
    requests: [found],
  } = await settlement.getRequests({ id, apiKeyId, includeChildren: true, limit: 1 });
  if (found === undefined) throw standardError('UNKNOWN_REQUEST', { context: { requestId: id } });
  return found;
}

/** The most that calls of so much gas may cost, in micro-USD, rounded up. */
function failureCost(chain: Chain, gas: number, { usdE12, decimals }: GaslessSponsor): bigint {
  const cost = chain.gas.estimate({ type: 'relay', gasLimit: gas });
  if (cost === undefined) throw notSimulated();
  return Money.usdUp(cost.value, decimals, { usdE12: BigInt(usdE12) });
}

async function readTerms(
  { settlement }: SubmissionContext,
  { orderId }: StoredRequest,
): Promise<ExecutionTerms & { readonly gasless: GaslessTerms }> {
  const terms = (await settlement.requests.order(orderId))?.executionTerms;
  if (terms?.gasless === undefined)
    throw refuse(
      'requestId',
      'was quoted without originGasOverhead, so nobody pays for its gas',
      askQuote,
    );
  return { ...terms, gasless: terms.gasless };
}

/**
 * @throws PortageError `DELEGATION_REDEEM_FAILED` with what the chain says, from the account's own
 *   error to the one that came first; `RPC_HTTP_ERROR` where no endpoint of the chain can tell
 */
async function simulate(
  { clock }: SubmissionContext,
  { spend }: Chain,
  intent: RelayIntent,
  requestId: string,
): Promise<void> {
  const [outcome] = (await spend?.simulate?.([intent], clock.timeout(chainMsMax))) ?? [];
  if (outcome?.status === 'passes') return;
  if (outcome?.status !== 'reverts') throw notSimulated();
  const reason = outcome.revert?.innermost ?? outcome.reason;
  const {
    topLevel = reason,
    innermost = reason,
    path = [reason],
    type = 'none',
    data,
  } = outcome.revert ?? {};
  throw new PortageError('DELEGATION_REDEEM_FAILED', {
    message: `The call of the account fails: ${reason}`,
    hint: 'See that the account holds what it pays, that its own signature holds, and that originGasOverhead covers its code.',
    context: {
      requestId,
      topLevel,
      innermost,
      path,
      revert: { type, reason: outcome.reason, ...(data === undefined ? {} : { data }) },
    },
  });
}
