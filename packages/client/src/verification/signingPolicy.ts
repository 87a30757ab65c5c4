import type { Effect, Step } from '@portage/core';

/**
 * What a verified quote allows wallets to sign. It remembers what was judged, so nothing is paid
 * twice.
 */
export interface Policy {
  /**
   * Judges steps that the service appends. @throws PortageError `QUOTE_VERIFICATION_FAILED`,
   * `NO_EXECUTOR`
   */
  judgeAppended(steps: readonly Step[]): void;
  /**
   * Judges what a batch of items that were judged one by one would do as a whole. @throws
   * PortageError `QUOTE_VERIFICATION_FAILED`
   */
  judgeBatch(effects: readonly Effect[]): void;
}
