import type { Executor } from '@portage/core';
import type { Place } from '../currencies.js';

/** What a demonstration does on the chains of one VM. */
export interface Side {
  readonly executor: Executor;
  /** The account that pays. */
  readonly user: string;
  /** An account that never held anything. */
  freshAccount(): string;
  /** The chain's own word about what an account holds. */
  balanceOf(place: Place, holder: string): Promise<bigint>;
}
