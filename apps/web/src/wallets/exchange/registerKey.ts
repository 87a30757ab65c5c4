import { isDeclined, readThrown, thrownWords, type TaskContext } from '@portage/core/executor';
import { sign } from '@portage/exchange/signature';
import {
  changePubKeyOwnerText,
  changePubKeyType,
  hashChangePubKey,
  writeChangePubKey,
  type ChangePubKey,
} from '@portage/exchange/transaction';
import { PortageError } from '@portage/sdk';
import type { ExchangeApi, OwnerWallet } from '@portage/sdk/exchange';

/** Key that an account is to take, and the wallet that owns the account. */
export interface NewKey {
  readonly accountIndex: number;
  readonly apiKeyIndex: number;
  readonly privateKey: Uint8Array;
  readonly publicKey: Uint8Array;
  readonly owner: OwnerWallet;
  /** Id of the exchange's own signatures. */
  readonly circuitId: number;
}

const validMs = 600_000;
const looksMax = 60;
const lookMs = 500;

/**
 * Registers a key where the account does not have it yet, and waits until it counts. The change
 * ends by the service's clock, since that of the page may be minutes off.
 */
export async function registerKey(
  api: ExchangeApi,
  key: NewKey,
  { signal, now = Date.now }: Pick<TaskContext, 'signal' | 'now'>,
): Promise<void> {
  const { accountIndex, apiKeyIndex, publicKey, privateKey, owner, circuitId } = key;
  const known = await api.apiKey(key, signal);
  if (isSame(known?.publicKey, publicKey)) return;
  const change: ChangePubKey = {
    accountIndex,
    apiKeyIndex,
    publicKey,
    nonce: known === undefined ? 0 : await api.nextNonce(key, signal),
    expiredAt: now() + validMs,
  };
  const ownerSignature = await askOwner(owner, changePubKeyOwnerText(change));
  const signature = sign(hashChangePubKey(change, circuitId), privateKey);
  const info = writeChangePubKey({ change, signature, ownerSignature });
  const outcome = await api.send({ type: changePubKeyType, info }, signal);
  if (outcome.type === 'refused')
    throw new PortageError('WALLET_ERROR', {
      message: `The exchange did not take the key of this page: ${outcome.message}`,
      hint: 'Nothing was paid.',
    });
  for (let look = 0; look < looksMax; look += 1) {
    if (isSame((await api.apiKey(key, signal))?.publicKey, publicKey)) return;
    await new Promise((resolve) => setTimeout(resolve, lookMs));
    signal.throwIfAborted();
  }
  throw new PortageError('WALLET_ERROR', {
    message: 'The exchange has not registered the key of this page in time.',
    hint: 'Nothing was paid. Try again.',
  });
}

function isSame(hex: string | undefined, bytes: Uint8Array): boolean {
  return hex === `0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

async function askOwner(owner: OwnerWallet, text: string): Promise<string> {
  try {
    return await owner.signMessage(text);
  } catch (cause) {
    const thrown = readThrown(cause);
    if (isDeclined(thrown))
      throw new PortageError('WALLET_REJECTED', { message: 'The wallet declined.', cause });
    throw new PortageError('WALLET_ERROR', {
      message: `The wallet failed: ${thrownWords(thrown)}`,
      cause,
    });
  }
}
