import { checkOptions } from '@portage/core/errors';
import type { Transport } from '@portage/core/executor';
import type { EndpointResponse } from '@portage/core/schemas';
import { invalidAnswer, membersOf } from '../answer.js';
import type { WithdrawalOptions } from './prepareWithdrawal.js';

/** A page of what an owner may withdraw. @see docs/spec/withdrawals.md#get-withdrawalsbalances */
export type WithdrawalBalances = EndpointResponse<'withdrawalBalances'>;

/** Owner whose balances are read. */
export interface BalancesOwner {
  readonly owner: string;
  /** Chain that the owner is an account of: its id or its slug. */
  readonly ownerChainId: string | number;
  /** Balances of one page, 1 to 50. Default 20. */
  readonly limit?: number | undefined;
  /** Where the page begins, as the one before said. */
  readonly continuation?: string | undefined;
}

/**
 * Reads what an owner may withdraw, by currency.
 *
 * @throws PortageError `INVALID_ADDRESS`, `INVALID_REQUEST`, `INVALID_RESPONSE`, or what the
 * transport
 *   throws
 * @see docs/spec/withdrawals.md#get-withdrawalsbalances
 * @example
 * ```ts
 * const { balances } = await getWithdrawalBalances(client, {
 *   owner: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
 *   ownerChainId: 'base',
 * });
 * ```
 */
export async function getWithdrawalBalances(
  transport: Pick<Transport, 'call'>,
  asked: BalancesOwner,
  options: WithdrawalOptions = {},
): Promise<WithdrawalBalances> {
  checkOptions(asked, ['owner', 'ownerChainId']);
  const { owner, ownerChainId, limit, continuation } = asked;
  const query = {
    recoveryAddress: owner,
    ownerChainId: String(ownerChainId),
    ...(limit === undefined ? {} : { limit: String(limit) }),
    ...(continuation === undefined ? {} : { continuation }),
  };
  const body = await transport.call('withdrawalBalances', { query, signal: options.signal });
  if (!isPage(body)) throw invalidAnswer('with something that holds no balances');
  return body;
}

/** Checks the members that are read here. */
function isPage(body: unknown): body is WithdrawalBalances {
  return Array.isArray(membersOf(body)['balances']);
}
