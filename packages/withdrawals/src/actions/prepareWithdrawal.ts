import { checkOptions } from '@portage/core/errors';
import { invalidAnswer, membersOf } from '../answer.js';
import { slugOf, type ChainTransport } from '../findChain.js';
import type { WithdrawalMessage } from '../withdrawalMessage.js';
import type { WithdrawalTerms } from '../withdrawalTerms.js';
import { readAddedTerms, type FeeBound } from './readAddedTerms.js';

/** Options of an action. */
export interface WithdrawalOptions {
  readonly signal?: AbortSignal | undefined;
}

/** Options of {@link prepareWithdrawal}. */
export interface PrepareWithdrawalOptions extends WithdrawalOptions, FeeBound {}

const termNames: readonly string[] = [
  'chainId',
  'currency',
  'amount',
  'ownerChainId',
  'owner',
  'recipient',
];

/**
 * Asks for what an owner has to sign. The answer is compared with what was asked for, so that
 * the owner signs away nothing else: the amount, a fee within `maxFee`, an end within a day, and no
 * member that is not known here.
 *
 * @throws PortageError `INSUFFICIENT_FUNDS`, `AMOUNT_TOO_LOW`, `INVALID_RESPONSE` for an answer of
 *   another amount, a dearer fee, a later end or other members, or what the transport throws
 * @see docs/spec/withdrawals.md#post-withdrawalsrequest
 * @example
 * ```ts
 * const message = await prepareWithdrawal(client, {
 *   chainId: 'base', currency: usdc, amount: '1000000',
 *   ownerChainId: 'base', owner: account.address, recipient: account.address,
 * });
 * ```
 */
export async function prepareWithdrawal(
  transport: ChainTransport,
  terms: WithdrawalTerms,
  options: PrepareWithdrawalOptions = {},
): Promise<WithdrawalMessage> {
  checkOptions(terms, termNames);
  const { currency, amount, owner, recipient } = terms;
  const chainId = await slugOf(transport, terms.chainId);
  const ownerChainId = await slugOf(transport, terms.ownerChainId);
  const asked = { chainId, currency, amount, ownerChainId, owner, recipient };
  const body = await transport.call('withdrawalRequest', { body: asked, signal: options.signal });
  const { nonce, amount: validated, additionalData } = readPrepared(body);
  if (validated !== BigInt(amount).toString())
    throw invalidAnswer(`an amount of ${validated}, and ${amount} was asked for`);
  const added = readAddedTerms(additionalData, BigInt(validated), {
    maxFee: options.maxFee,
    now: transport.now,
  });
  return { ...asked, amount: validated, nonce, additionalData: { ...added } };
}

interface Prepared {
  readonly nonce: string;
  readonly amount: string;
  readonly additionalData: unknown;
}

function readPrepared(body: unknown): Prepared {
  if (!isPrepared(body)) throw invalidAnswer('with something that is no prepared withdrawal');
  return body;
}

function isPrepared(body: unknown): body is Prepared {
  const { nonce, amount } = membersOf(body);
  return (
    typeof nonce === 'string' &&
    /^0x[0-9a-fA-F]{64}$/.test(nonce) &&
    typeof amount === 'string' &&
    /^[0-9]{1,78}$/.test(amount)
  );
}
