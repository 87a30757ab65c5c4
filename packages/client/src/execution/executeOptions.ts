import type { Quote, QuoteBody } from '@portage/core';
import type { Executor } from '@portage/core/executor';
import type { Progress, ProgressEvent } from '../progress/progress.js';
import type { PriceBounds, PriceConsent } from '../verification/priceBounds.js';
import type { VerifyQuoteOptions } from '../verification/verify.js';

interface ExecuteBase extends Partial<
  Pick<VerifyQuoteOptions, 'codecs' | 'allowUnknownEffects' | 'maxSlippageBps'>
> {
  readonly quote: Quote;
  /** Wallets that sign. Each item goes to the first executor that claims it. */
  readonly executors: readonly Executor[];
  readonly signal?: AbortSignal | undefined;
  /**
   * Longest time for the whole execution in milliseconds, the user's thinking included. Ten minutes
   * by default; `Infinity` sets no bound.
   */
  readonly timeoutMs?: number | undefined;
  /**
   * Called with every change before it happens, the wallet's prompt included. Store the progress
   * here to be able to go on in another process. An error that it throws stops the execution.
   */
  readonly onProgress?: ((progress: Progress, event: ProgressEvent) => void) | undefined;
  /** Stored progress of the same quote: what was submitted is not submitted again. */
  readonly progress?: Progress | undefined;
  /** Consent to send again what may have been sent before, or what reverted. */
  readonly resubmit?: boolean | undefined;
}

/** Options of an execution that verifies the quote. */
export type VerifiedExecuteOptions = ExecuteBase &
  PriceConsent & {
    readonly verify?: true;
    /** Body of the request that this quote answers, unchanged. */
    readonly request: QuoteBody;
  };

/**
 * Options of `execute`. The request and the consent to a price may be left out only where
 * verification is switched off.
 */
export type ExecuteOptions =
  | VerifiedExecuteOptions
  | (ExecuteBase & PriceBounds & { readonly verify: false; readonly request?: QuoteBody });

/** Options of `resume`. */
export interface ResumeOptions {
  readonly requestId: string;
  readonly signal?: AbortSignal | undefined;
  /** Longest wait in milliseconds. Ten minutes by default; `Infinity` waits for ever. */
  readonly timeoutMs?: number | undefined;
  /** Called with every change. */
  readonly onProgress?: ((progress: Progress, event: ProgressEvent) => void) | undefined;
}
