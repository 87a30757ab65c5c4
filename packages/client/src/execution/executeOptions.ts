import type { Executor, Quote, QuoteBody } from '@portage/core';
import type { Progress, ProgressEvent } from '../progress/progress.js';
import type { VerifyQuoteOptions } from '../verification/verify.js';

interface ExecuteBase extends Partial<
  Pick<VerifyQuoteOptions, 'codecs' | 'allowUnknownEffects' | 'maxSlippageBps'>
> {
  readonly quote: Quote;
  /** Who signs; each item goes to the first that claims it. */
  readonly executors: readonly Executor[];
  readonly signal?: AbortSignal | undefined;
  /**
   * Longest time for the whole, the user's thinking included; ten minutes unless told, `Infinity`
   * for no bound.
   */
  readonly timeoutMs?: number | undefined;
  /**
   * Hears every change, the wallet's prompt included, before it happens. Store the progress here to
   * be able to go on in another process. What it throws stops the execution.
   */
  readonly onProgress?: ((progress: Progress, event: ProgressEvent) => void) | undefined;
  /** A stored progress of the same quote: what was submitted is not submitted again. */
  readonly progress?: Progress | undefined;
  /** Agrees to send again what may have been sent before, or what reverted. */
  readonly resubmit?: boolean | undefined;
}

/**
 * What to execute, and with whom. The request is left out only where verification is switched off.
 */
export type ExecuteOptions = ExecuteBase &
  (
    | {
        readonly verify?: true;
        /** The very body that the quote was asked for with. */ readonly request: QuoteBody;
      }
    | { readonly verify: false; readonly request?: QuoteBody }
  );
