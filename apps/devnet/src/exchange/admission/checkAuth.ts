import { hexToBytes } from '@portage/core';
import { verify } from '@portage/exchange/signature';
import { hashAuthToken } from '@portage/exchange/transaction';
import type { Exchange } from '../exchange.js';
import { Refusal } from '../refusal.js';

const tokenPattern = /^(\d{1,15}):(\d{1,15}):(\d{1,3}):([0-9a-f]{160})$/;

/**
 * Checks the token of a query, where the exchange asks for one: it must be of the account, in its
 * time, and signed by the key that it names.
 *
 * @throws Refusal
 */
export function checkAuth(
  { accounts, faults, now }: Exchange,
  query: URLSearchParams,
  accountIndex: number,
): void {
  if (!faults.current().needsAuth) return;
  const invalid = new Refusal('invalidAuth', 'invalid auth token');
  const [, deadline, account, key, signature] = tokenPattern.exec(query.get('auth') ?? '') ?? [];
  if (signature === undefined) throw invalid;
  const terms = {
    deadline: Number(deadline),
    accountIndex: Number(account),
    apiKeyIndex: Number(key),
  };
  const publicKey = accounts.get(accountIndex).keys.get(terms.apiKeyIndex)?.publicKey;
  if (publicKey === undefined || terms.accountIndex !== accountIndex) throw invalid;
  if (terms.deadline * 1_000 <= now()) throw new Refusal('invalidAuth', 'expired auth token');
  if (!verify(hexToBytes(`0x${signature}`), hashAuthToken(terms), hexToBytes(publicKey)))
    throw invalid;
}
