import {
  assert,
  type ChainInfo,
  type Codec,
  type Executor,
  type ProtocolV2,
  type Quote,
  type QuoteBody,
  type Step,
} from '@portage/core';
import { noExecutor } from './noExecutor.js';
import type { Policy } from './signingPolicy.js';
import { checkDepositAddress, refuseDepositAddresses } from './checkDepositAddress.js';
import { checkDetails, checkShown } from './checkDetails.js';
import { checkEndpoints } from './checkEndpoints.js';
import { checkOrder, type OrderExpectations, type ShownOrder } from './checkOrder.js';
import { checkSwap } from './checkSwap.js';
import { createEffectJudge, type EffectJudge, type EffectRules } from './effectPolicy.js';
import { refuse } from './failCheck.js';
import { leastDeposit, type SettlementRules } from './settlementRules.js';
import { createSides } from './trustedChain.js';
import { swapContract } from './swapContract.js';
import { readWanted } from './expectedQuote.js';

/** What a quote is verified against. */
export interface VerifyQuoteOptions {
  /** The very body that the quote was asked for with. */
  readonly request: QuoteBody;
  /** Chains to trust: pinned ones, or those of `getChains`. */
  readonly chains: readonly ChainInfo[];
  /** Who would sign: each says what its bytes would do. */
  readonly executors: readonly Executor[];
  /** Codecs of VMs whose executors are not here or bring none, as of the destination chain. */
  readonly codecs?: readonly Codec[] | undefined;
  /** Signs things that no executor can read; off unless told. */
  readonly allowUnknownEffects?: boolean | undefined;
  /**
   * Slippage in basis points that is accepted where the request leaves it to the service; 500
   * unless told.
   */
  readonly maxSlippageBps?: number | undefined;
  /** Unix seconds; the clock of this machine unless told. */
  readonly now?: number | undefined;
}

/** Clocks differ: a permit may be valid for this much longer than was asked for. */
const clockSkewSeconds = 60;

/**
 * Verifies a quote and answers the policy for everything else that is signed for it. `appended` are
 * steps that the service added in an earlier run.
 *
 * @throws PortageError `QUOTE_VERIFICATION_FAILED`, `NO_EXECUTOR`
 */
export async function verify(
  quote: Quote,
  options: VerifyQuoteOptions,
  appended: readonly Step[] = [],
): Promise<Policy> {
  const { request, executors, now = Math.floor(Date.now() / 1000) } = options;
  const wanted = readWanted(request);
  const sides = createSides({ chains: options.chains, executors, codecs: options.codecs ?? [] });
  const origin = sides.byId(wanted.originChainId);
  const destination = sides.byId(wanted.destinationChainId);
  const expected = {
    wanted,
    sides,
    origin,
    destination,
    now,
    maxSlippageBps: BigInt(options.maxSlippageBps ?? 500),
  };
  checkEndpoints(quote.steps, quote.requestId);
  if (!wanted.useDepositAddress) refuseDepositAddresses(quote.steps);
  const { v2 } = quote.protocol;
  const rules: EffectRules = {
    origin,
    user: wanted.user,
    allowUnknownEffects: options.allowUnknownEffects ?? false,
    ...(v2 === undefined
      ? checkSwap(quote, expected)
      : await orderRules({ protocol: v2, details: quote.details }, quote.steps, expected)),
  };
  checkDetails(quote.details, expected);
  const judge = createEffectJudge(rules);
  judgeSteps([...quote.steps, ...appended], executors, judge);
  const incomplete = quote.steps.some((step) =>
    step.items.some((item) => item.status === 'incomplete'),
  );
  if (incomplete && judge.payments() === 0 && !rules.allowUnknownEffects)
    refuse('effects', { message: 'nothing in the quote pays for what was asked for.' });
  return {
    judgeAppended: (steps) => {
      checkEndpoints(steps, quote.requestId);
      if (!wanted.useDepositAddress) refuseDepositAddresses(steps);
      judgeSteps(steps, executors, judge);
    },
    judgeBatch: (effects) => {
      createEffectJudge(rules).judge(effects);
    },
  };
}

/**
 * Checks an order, and answers what may be signed for it. @throws PortageError
 * `QUOTE_VERIFICATION_FAILED`
 */
async function orderRules(
  shown: ShownOrder,
  steps: readonly Step[],
  expected: OrderExpectations,
): Promise<
  Pick<
    EffectRules,
    'currency' | 'amount' | 'spenders' | 'deposit' | 'depositAddress' | 'swap' | 'permit'
  >
> {
  const { wanted, origin, now } = expected;
  const { protocol, details } = shown;
  const { paymentDetails, orderId } = protocol;
  checkOrder(shown, expected);
  checkShown(shown, expected);
  if (wanted.wantsSignature || protocol.orderSignature !== undefined) {
    const { checkSignature } = await import('./checkSignature.js');
    checkSignature(protocol);
  }
  // Equal to the trusted one: checkOrder has compared them.
  const { depository } = paymentDetails;
  const isSwapped = !origin.sameCurrency(paymentDetails.currency, wanted.originCurrency);
  const settlement = orderSettlement(protocol, expected);
  const proxy = wanted.usePermit ? swapContract(origin, wanted.originCurrency) : undefined;
  const permit =
    proxy === undefined
      ? undefined
      : {
          spender: proxy,
          expiresAtMax: now + wanted.permitExpirySeconds + clockSkewSeconds,
          settlement: isSwapped ? settlement : { ...settlement, minimum: settlement.maximum },
        };
  const { permit2 } = origin.chain.contracts;
  const forPermits = permit !== undefined && typeof permit2 === 'string' ? [permit2] : [];
  const given = {
    currency: wanted.originCurrency,
    amount: BigInt(details.currencyIn.amount),
    permit,
  };
  if (wanted.useDepositAddress)
    return {
      ...given,
      spenders: [],
      depositAddress: checkDepositAddress(steps, orderId, expected),
    };
  if (!isSwapped)
    return { ...given, spenders: [depository, ...forPermits], deposit: { depository, orderId } };
  const contract = swapContract(origin, wanted.originCurrency);
  assert(
    contract !== undefined,
    'an order that takes another currency was only accepted where somebody swaps',
  );
  return { ...given, spenders: [contract, ...forPermits], swap: { contract, settlement } };
}

/** What must come of a swap before an order is paid. */
function orderSettlement(
  { orderData, paymentDetails, orderId }: ProtocolV2,
  { wanted, origin, now }: OrderExpectations,
): SettlementRules {
  const [payment] = orderData.output.payments;
  const input = BigInt(paymentDetails.amount);
  return {
    origin,
    orderId,
    account: wanted.user,
    currency: paymentDetails.currency,
    minimum: leastDeposit({
      input,
      expected: BigInt(payment?.expectedAmount ?? 0),
      minimum: BigInt(payment?.minimumAmount ?? 0),
    }),
    maximum: input,
    refundTo: [...wanted.refundTo, wanted.user],
    now,
    deadlineMax: orderData.output.deadline,
  };
}

/**
 * Judges every item that is still to be done. @throws PortageError `QUOTE_VERIFICATION_FAILED`,
 * `NO_EXECUTOR`
 */
function judgeSteps(
  steps: readonly Step[],
  executors: readonly Executor[],
  judge: EffectJudge,
): void {
  for (const step of steps) {
    for (const item of step.items) {
      if (item.status === 'complete') continue;
      const task = executors
        .map((executor) => executor.claim(item, step))
        .find((claimed) => claimed !== undefined);
      if (task === undefined) throw noExecutor(step);
      judge.judge(task.effects());
    }
  }
}
