import type { ChainInfo, Quote, QuoteBody, Step } from '@portage/core';
import type { Codec } from '@portage/core/chain';
import type { Executor } from '@portage/core/executor';
import { checkNoDepositAddress } from './checkDepositAddress.js';
import { checkDetails } from './checkDetails.js';
import { checkEndpoints } from './checkEndpoints.js';
import type { CheckContext } from './checkOrder.js';
import { checkSwap } from './checkSwap.js';
import { createEffectPolicy, type EffectPolicy, type EffectRules } from './effectPolicy.js';
import { readExpectedQuote } from './expectedQuote.js';
import { failCheck } from './failCheck.js';
import { noExecutor } from './noExecutor.js';
import { orderRules } from './orderRules.js';
import type { SigningPolicy } from './signingPolicy.js';
import { createTrustedChains } from './trustedChain.js';

/** Request, trusted chains and wallets that a quote is verified against. */
export interface VerifyQuoteOptions {
  /** Body of the request that the quote answers, unchanged. */
  readonly request: QuoteBody;
  /** Chains to trust: pinned ones, or those of `getChains`. */
  readonly chains: readonly ChainInfo[];
  /** Wallets that would sign. Each tells the effects of the bytes that it would sign. */
  readonly executors: readonly Executor[];
  /** Codecs of families whose executors are not here or bring none, such as the destination's. */
  readonly codecs?: readonly Codec[] | undefined;
  /** Accepts effects that no executor can read. Off by default. */
  readonly allowUnknownEffects?: boolean | undefined;
  /**
   * Slippage in basis points that is accepted where the request leaves it to the service. 500 by
   * default.
   */
  readonly maxSlippageBps?: number | undefined;
  /** Unix seconds, as `client.now()` tells by the service. This machine's clock by default. */
  readonly now?: number | undefined;
}

/**
 * Verifies a quote, and makes the policy for everything else that is signed for it. `appended` are
 * steps that the service added in an earlier execution.
 *
 * @throws PortageError `QUOTE_VERIFICATION_FAILED`, `NO_EXECUTOR`
 */
export async function verify(
  quote: Quote,
  options: VerifyQuoteOptions,
  appended: readonly Step[] = [],
): Promise<SigningPolicy> {
  const { request, executors, now = Math.floor(Date.now() / 1000) } = options;
  const expected = readExpectedQuote(request);
  const chains = createTrustedChains({
    chains: options.chains,
    executors,
    codecs: options.codecs ?? [],
  });
  const origin = chains.byId(expected.originChainId);
  const destination = chains.byId(expected.destinationChainId);
  const context: CheckContext = {
    expected,
    chains,
    origin,
    destination,
    now,
    maxSlippageBps: BigInt(options.maxSlippageBps ?? 500),
  };
  const checkAddresses = (steps: readonly Step[]): void => {
    checkEndpoints(steps, quote.requestId);
    if (!expected.useDepositAddress) checkNoDepositAddress(steps);
  };
  checkAddresses(quote.steps);
  const { v2 } = quote.protocol;
  const rules: EffectRules = {
    origin,
    user: expected.user,
    allowUnknownEffects: options.allowUnknownEffects ?? false,
    ...(v2 === undefined
      ? checkSwap(quote, context)
      : await orderRules({ protocol: v2, details: quote.details }, quote.steps, context)),
  };
  checkDetails(quote.details, context);
  const policy = createEffectPolicy(rules);
  checkSteps([...quote.steps, ...appended], executors, policy);
  const isIncomplete = quote.steps.some((step) =>
    step.items.some((item) => item.status === 'incomplete'),
  );
  if (isIncomplete && policy.payments() === 0 && !rules.allowUnknownEffects)
    failCheck('effects', { message: 'the quote pays nothing.' });
  return {
    checkAppended: (steps) => {
      checkAddresses(steps);
      checkSteps(steps, executors, policy);
    },
    checkBatch: (effects) => {
      createEffectPolicy(rules).check(effects);
    },
  };
}

/**
 * Checks the effects of every item that is still to be done. @throws PortageError
 * `QUOTE_VERIFICATION_FAILED`, `NO_EXECUTOR`
 */
function checkSteps(
  steps: readonly Step[],
  executors: readonly Executor[],
  policy: EffectPolicy,
): void {
  for (const step of steps) {
    for (const item of step.items) {
      if (item.status === 'complete') continue;
      const task = executors
        .map((executor) => executor.claim(item, step))
        .find((claimed) => claimed !== undefined);
      if (task === undefined) throw noExecutor(step);
      policy.check(task.effects());
    }
  }
}
