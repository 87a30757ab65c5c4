import { bytesToHex, type PortageError } from '@portage/core';
import { checkOptions } from '@portage/core/errors';
import { invalidAnswer, membersOf } from '../answer.js';
import { idOf, type ChainTransport } from '../findChain.js';
import { claimDigest } from '../claimDigest.js';
import type { ClaimMessage, ClaimTerms } from '../claimMessage.js';
import { checkEnd } from './checkEnd.js';
import type { WithdrawalOptions } from './prepareWithdrawal.js';

/** A claim that was compared with what was asked for. */
export interface PreparedAppFeeClaim {
  readonly message: ClaimMessage;
  /** The 32 bytes that the wallet's owner signs, worked out here. */
  readonly digest: Uint8Array;
}

/**
 * Asks for what the owner of a wallet has to sign to claim its app fees. The bytes are worked out
 * anew from the terms that were asked for, so that the owner signs away nothing else.
 *
 * @throws PortageError `INSUFFICIENT_FUNDS`, `AMOUNT_TOO_LOW`, `INVALID_RESPONSE` for an answer of
 *   other terms or an end more than a day ahead, or what the transport throws
 * @see docs/spec/withdrawals.md#claim
 * @example
 * ```ts
 * const { message, digest } = await prepareAppFeeClaim(client, {
 *   wallet: account.address, chainId: 8453, currency: usdc,
 *   recipient: account.address,
 * });
 * ```
 */
export async function prepareAppFeeClaim(
  transport: ChainTransport,
  terms: ClaimTerms,
  options: WithdrawalOptions = {},
): Promise<PreparedAppFeeClaim> {
  checkOptions(terms, ['wallet', 'chainId', 'currency', 'recipient']);
  const { wallet, currency, recipient, amount } = terms;
  const chainId = await idOf(transport, terms.chainId);
  const body = await transport.call('appFeeClaim', {
    params: { wallet },
    body: { chainId, currency, recipient, ...(amount === undefined ? {} : { amount }) },
    signal: options.signal,
  });
  const { signed, requestId, claim } = readStep(body);
  const answered = readAmount(claim['amount']);
  const expiresAt = checkEnd(claim['expiresAt'], altered, transport);
  if (amount !== undefined && answered !== amount)
    throw altered(`an amount of ${answered}, and ${amount} was asked for`);
  const message: ClaimMessage = {
    claimId: requestId,
    wallet,
    chainId,
    currency,
    recipient,
    amount: answered,
    expiresAt,
  };
  const digest = claimDigest(message);
  if (bytesToHex(digest) !== signed.toLowerCase())
    throw altered('bytes that do not stand for what was asked for');
  return { message, digest };
}

const altered = (what: string): PortageError => invalidAnswer(`a claim with ${what}`);

function readAmount(amount: unknown): string {
  if (typeof amount !== 'string' || !/^[1-9][0-9]{0,77}$/.test(amount)) throw altered('no amount');
  return amount;
}

interface ReadStep {
  /** Bytes that the service would have signed. */
  readonly signed: string;
  readonly requestId: string;
  readonly claim: Readonly<Record<string, unknown>>;
}

function firstOf(list: unknown): Readonly<Record<string, unknown>> {
  const all: readonly unknown[] = Array.isArray(list) ? list : [];
  return all.length === 1 ? membersOf(all[0]) : {};
}

/** The one signature that the answer asks for. */
function readStep(body: unknown): ReadStep {
  const { kind, items } = firstOf(membersOf(body)['steps']);
  const { sign, post, claim } = membersOf(firstOf(items)['data']);
  const { signatureKind, message } = membersOf(sign);
  const { requestId } = membersOf(membersOf(post)['body']);
  if (kind !== 'signature' || signatureKind !== 'eip191' || typeof message !== 'string')
    throw altered('a step that is no signature');
  if (typeof requestId !== 'string' || !/^0x[0-9a-f]{64}$/.test(requestId))
    throw altered('no id of the claim');
  return { signed: message, requestId, claim: membersOf(claim) };
}
