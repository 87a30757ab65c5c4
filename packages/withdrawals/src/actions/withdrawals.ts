import type { ChainTransport } from '../findChain.js';
import type { WithdrawalMessage } from '../withdrawalMessage.js';
import type { WithdrawalTerms } from '../withdrawalTerms.js';
import { executeWithdrawal, type SignedWithdrawal } from './executeWithdrawal.js';
import {
  getWithdrawalBalances,
  type BalancesOwner,
  type WithdrawalBalances,
} from './getWithdrawalBalances.js';
import { getWithdrawalStatus, type WithdrawalStatus } from './getWithdrawalStatus.js';
import {
  prepareWithdrawal,
  type PrepareWithdrawalOptions,
  type WithdrawalOptions,
} from './prepareWithdrawal.js';
import { withdraw, type EndedWithdrawal, type WithdrawOptions } from './withdraw.js';

/** Actions that the plugin adds to a client. */
export interface WithdrawalActions {
  /** @see {@link prepareWithdrawal} */
  prepareWithdrawal(
    terms: WithdrawalTerms,
    options?: PrepareWithdrawalOptions,
  ): Promise<WithdrawalMessage>;
  /** @see {@link executeWithdrawal} */
  executeWithdrawal(signed: SignedWithdrawal, options?: WithdrawalOptions): Promise<string>;
  /** @see {@link getWithdrawalBalances} */
  getWithdrawalBalances(
    owner: BalancesOwner,
    options?: WithdrawalOptions,
  ): Promise<WithdrawalBalances>;
  /** @see {@link getWithdrawalStatus} */
  getWithdrawalStatus(jobId: string, options?: WithdrawalOptions): Promise<WithdrawalStatus>;
  /** @see {@link withdraw} */
  withdraw(terms: WithdrawalTerms, options: WithdrawOptions): Promise<EndedWithdrawal>;
}

/**
 * Makes a plugin for clients: withdrawals from the depository. It uses the transport of a client
 * alone.
 *
 * @example
 * ```ts
 * const client = createClient({ baseUrl: 'http://127.0.0.1:4000' }).extend(withdrawals());
 * const { status } = await client.withdraw(terms, { executor });
 * ```
 */
export function withdrawals(): (transport: ChainTransport) => WithdrawalActions {
  return (transport) => ({
    prepareWithdrawal: (terms, options) => prepareWithdrawal(transport, terms, options),
    executeWithdrawal: (signed, options) => executeWithdrawal(transport, signed, options),
    getWithdrawalBalances: (owner, options) => getWithdrawalBalances(transport, owner, options),
    getWithdrawalStatus: (jobId, options) => getWithdrawalStatus(transport, jobId, options),
    withdraw: (terms, options) => withdraw(transport, terms, options),
  });
}
