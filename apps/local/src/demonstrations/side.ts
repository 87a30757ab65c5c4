import type { Executor } from '@portage/core/executor';
import type { Place } from '../currencies.js';

/** Actions of a demonstration on the chains of one family. */
export interface Side {
  readonly executor: Executor;
  /** Account that pays. */
  readonly user: string;
  /** Account that never held anything. */
  freshAccount(): Promise<string>;
  /** Balance of an account, read from the chain. */
  balanceOf(place: Place, holder: string): Promise<bigint>;
}
