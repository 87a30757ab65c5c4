import type { Exchange } from '../exchange.js';
import type { LedgerAccount } from '../ledger/createAccounts.js';
import { Refusal } from '../refusal.js';

/** Key of a transaction, and its nonce. */
export interface UsedKey {
  readonly apiKeyIndex: number;
  readonly nonce: number;
}

/**
 * Checks the nonce of a transaction.
 *
 * @returns what uses the nonce up
 * @throws Refusal where it is not the key's next one
 */
export function takeNonce({ keys }: LedgerAccount, { apiKeyIndex, nonce }: UsedKey): () => void {
  const key = keys.get(apiKeyIndex);
  if (key === undefined) throw new Refusal('invalidKey', 'api key not found');
  if (key.nonce !== nonce)
    throw new Refusal('invalidNonce', `invalid nonce: ${nonce}, expected ${key.nonce}`);
  return () => {
    key.nonce += 1;
  };
}

/** @throws Refusal where the time is over until which a transaction may be taken */
export function checkExpiry({ now }: Exchange, expiredAt: number): void {
  if (expiredAt <= now()) throw new Refusal('expired', 'the transaction has expired');
}
