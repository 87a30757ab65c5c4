import { hexToBytes } from '@portage/core';
import type { TransactionText } from '@portage/exchange';
import { sign } from '@portage/exchange/signature';
import {
  changePubKeyOwnerText,
  changePubKeyType,
  hashChangePubKey,
  writeChangePubKey,
} from '@portage/exchange/transaction';
import { privateKeyToAccount } from 'viem/accounts';
import type { DevnetAccount } from '../../src/contracts/deriveAccounts.js';
import type { ExchangeDevnetChain } from '../../src/description.js';

/** Key that is to be registered, and who signs for it. */
export interface KeyRegistration {
  /** Account that gets its own key once more, under another index. */
  readonly account: ExchangeDevnetChain['accounts'][number];
  readonly apiKeyIndex: number;
  readonly owner: DevnetAccount;
  readonly circuitId: number;
}

/** Registration of an account's key under another index. */
export async function registerKey(registration: KeyRegistration): Promise<TransactionText> {
  const { account, apiKeyIndex, owner, circuitId } = registration;
  const change = {
    accountIndex: account.accountIndex,
    apiKeyIndex,
    publicKey: hexToBytes(account.publicKey),
    expiredAt: Date.now() + 600_000,
    nonce: 0,
  };
  const signature = sign(hashChangePubKey(change, circuitId), hexToBytes(account.privateKey));
  const wallet = privateKeyToAccount(owner.privateKey);
  const ownerSignature = await wallet.signMessage({ message: changePubKeyOwnerText(change) });
  return { type: changePubKeyType, info: writeChangePubKey({ change, signature, ownerSignature }) };
}
