import type { ChainInfo, Codec, Executor, Quote, QuoteBody, Step } from '@portage/core';
import { noExecutor } from '../execution/noExecutor.js';
import type { Policy } from '../execution/policy.js';
import { checkDetails } from './checkDetails.js';
import { checkEndpoints } from './checkEndpoints.js';
import { checkOrder } from './checkOrder.js';
import { createEffectJudge, type EffectJudge, type EffectRules } from './effectJudge.js';
import { refuse } from './refuse.js';
import { createSides } from './side.js';
import { readWanted } from './wanted.js';

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
  /** Slippage in basis points that is accepted where the request leaves it to the service; 500 unless told. */
  readonly maxSlippageBps?: number | undefined;
  /** Unix seconds; the clock of this machine unless told. */
  readonly now?: number | undefined;
}

/** Clocks differ: a permit may be valid for this much longer than was asked for. */
const clockSkewSeconds = 60;

/**
 * Verifies a quote and answers the policy for everything else that is signed for it. `appended` are steps that the service
 * added in an earlier run.
 *
 * @throws PortageError `QUOTE_VERIFICATION_FAILED`, `NO_EXECUTOR`
 */
export async function verify(quote: Quote, options: VerifyQuoteOptions, appended: readonly Step[] = []): Promise<Policy> {
  const { request, executors, now = Math.floor(Date.now() / 1000) } = options;
  const wanted = readWanted(request);
  const sides = createSides({ chains: options.chains, executors, codecs: options.codecs ?? [] });
  const origin = sides.byId(wanted.originChainId);
  const destination = sides.byId(wanted.destinationChainId);
  const expected = { wanted, sides, origin, destination, now, maxSlippageBps: BigInt(options.maxSlippageBps ?? 500) };
  checkEndpoints(quote.steps, quote.requestId);
  checkOrder(quote, expected);
  checkDetails(quote, expected);
  const { orderData, paymentDetails, orderId, orderSignature } = quote.protocol.v2;
  if (wanted.wantsSignature || orderSignature !== undefined) {
    const { checkSignature } = await import('./checkSignature.js');
    checkSignature(quote.protocol.v2);
  }
  const rules: EffectRules = {
    origin,
    // Equal to the trusted one: checkOrder has compared them.
    depository: paymentDetails.depository,
    currency: wanted.originCurrency,
    amount: BigInt(paymentDetails.amount),
    orderId,
    user: wanted.user,
    allowUnknownEffects: options.allowUnknownEffects ?? false,
    permit: wanted.usePermit
      ? { spenders: [paymentDetails.depository, orderData.solver, ...origin.chain.solverAddresses], expiresAtMax: now + wanted.permitExpirySeconds + clockSkewSeconds }
      : undefined,
  };
  const judge = createEffectJudge(rules);
  judgeSteps([...quote.steps, ...appended], executors, judge);
  const incomplete = quote.steps.some((step) => step.items.some((item) => item.status === 'incomplete'));
  if (incomplete && judge.payments() === 0 && !rules.allowUnknownEffects) refuse('effects', { message: 'nothing in the quote pays the order.' });
  return {
    judgeAppended: (steps) => {
      checkEndpoints(steps, quote.requestId);
      judgeSteps(steps, executors, judge);
    },
    judgeBatch: (effects) => {
      createEffectJudge(rules).judge(effects);
    },
  };
}

/** Judges every item that is still to be done. @throws PortageError `QUOTE_VERIFICATION_FAILED`, `NO_EXECUTOR` */
function judgeSteps(steps: readonly Step[], executors: readonly Executor[], judge: EffectJudge): void {
  for (const step of steps) {
    for (const item of step.items) {
      if (item.status === 'complete') continue;
      const task = executors.map((executor) => executor.claim(item, step)).find((claimed) => claimed !== undefined);
      if (task === undefined) throw noExecutor(step);
      judge.judge(task.effects());
    }
  }
}
