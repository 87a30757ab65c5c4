import type { QuoteBody } from '@portage/sdk';
import type { TestSystem } from '../testSystem.js';
import type { Reader } from './openReader.js';
import type { Scope } from './runBlock.js';

/** A page of the guides: what it needs of the devnet, and what it shows its reader there. */
export interface Guide {
  /** Members of the request that the page goes on with, beside user, chains and amount. */
  readonly request?: (system: TestSystem) => Partial<QuoteBody>;
  /**
   * Makes what the page takes for granted before a block, by its number from 1: money that is owed,
   * contracts, what another person does. Resolves with values of the blocks behind.
   */
  readonly before?: Readonly<Record<number, (reader: Reader, scope: Scope) => Promise<Scope>>>;
  /** Accounts, contracts and hosts that the page names, and those of the devnet in their place. */
  readonly places?: (reader: Reader) => Readonly<Record<string, string>>;
  /** Values among those that the blocks render, in their order, as text. */
  readonly shows: readonly RegExp[];
  /** Requests that the page pays, all of which succeed; none by default. */
  readonly transfers?: number;
  /** Blocks that are not run, by their number from 1, with the reason. */
  readonly left?: Readonly<Record<number, string>>;
}
