import type { Step } from '@portage/core';
import type { Effect } from '@portage/core/executor';

/**
 * Policy for what wallets sign for a verified quote. It remembers the payments that it allowed, so
 * nothing is paid twice.
 */
export interface SigningPolicy {
  /**
   * Checks steps that the service appends. @throws PortageError `QUOTE_VERIFICATION_FAILED`,
   * `NO_EXECUTOR`
   */
  checkAppended(steps: readonly Step[]): void;
  /**
   * Checks the effects of a batch as a whole; its items were checked one by one before. @throws
   * PortageError `QUOTE_VERIFICATION_FAILED`
   */
  checkBatch(effects: readonly Effect[]): void;
}
