import { bytesToHex } from '@portage/core';
import { verify } from '@portage/exchange/signature';
import {
  changePubKeyOwnerText,
  changePubKeyType,
  hashChangePubKey,
  readChangePubKey,
  transactionId,
} from '@portage/exchange/transaction';
import type { Exchange } from '../exchange.js';
import type { LedgerTransaction } from '../ledger/createTransactions.js';
import { circuitId } from '../parameters.js';
import { Refusal } from '../refusal.js';
import { checkExpiry } from './checkKey.js';
import { isSignedBy } from './isSignedBy.js';
import { readText } from './readText.js';

/**
 * Registers an API key: the key itself signs, and the account's owner.
 *
 * @throws Refusal
 */
export async function admitChangePubKey(
  exchange: Exchange,
  info: string,
): Promise<LedgerTransaction> {
  const { change, signature, ownerSignature } = readText(() => readChangePubKey(info));
  const { accountIndex, apiKeyIndex, publicKey, nonce, expiredAt } = change;
  const account = exchange.accounts.get(accountIndex);
  const message = hashChangePubKey(change, circuitId);
  if (!verify(signature, message, publicKey))
    throw new Refusal('invalidSignature', 'invalid signature of the new key');
  const text = changePubKeyOwnerText(change);
  if (!(await isSignedBy(account.owner, { text, signature: ownerSignature })))
    throw new Refusal('invalidSignature', 'invalid signature of the owner');
  checkExpiry(exchange, expiredAt);
  const expected = account.keys.get(apiKeyIndex)?.nonce ?? 0;
  if (nonce !== expected)
    throw new Refusal('invalidNonce', `invalid nonce: ${nonce}, expected ${expected}`);
  const added = exchange.transactions.add({
    hash: transactionId(message),
    type: changePubKeyType,
    info,
    accounts: [accountIndex],
    nonce,
    expiredAt,
    debits: [],
    credits: [],
  });
  account.keys.set(apiKeyIndex, { publicKey: bytesToHex(publicKey), nonce: nonce + 1 });
  return added;
}
