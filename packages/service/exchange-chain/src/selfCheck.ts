import { bytesToHex, requestFault } from '@portage/core';
import type { Endpoint } from '@portage/chain-kit';
import type { ExchangeSigner } from '@portage/exchange';
import { answers, calls } from './endpoint/requests.js';
import type { OwnAccount, OwnAccounts } from './readKeys.js';

/**
 * Checks that a host has the accounts of the service, with their owners and keys.
 *
 * @throws PortageError `INVALID_CONFIGURATION` or `RPC_HTTP_ERROR`
 */
export async function selfCheck(
  endpoint: Endpoint,
  { solver, depository }: OwnAccounts,
  signal: AbortSignal,
): Promise<void> {
  await checkAccount(endpoint, 'solver', solver, signal);
  await checkAccount(endpoint, 'allocator', depository, signal);
}

async function checkAccount(
  { label, ask }: Endpoint,
  name: string,
  { index, signer }: OwnAccount,
  signal: AbortSignal,
): Promise<void> {
  const wrong = (message: string, hint: string): Error =>
    requestFault(`keys.lvm.${name}`, `${label}: ${message}`, {
      code: 'INVALID_CONFIGURATION',
      hint,
    });
  const [reply] = await ask([calls.account(index)], signal);
  const account = answers.account(reply, index);
  if (account === undefined)
    throw wrong(
      `there is no account ${String(index)}.`,
      'Check `rpcUrls` and the index of the account.',
    );
  if (signer === undefined) return;
  if (account.owner !== signer.owner.toLowerCase())
    throw wrong(
      `account ${String(index)} has another owner.`,
      'The owner key must be that of the account.',
    );
  if ((await readPublicKey(ask, signer, signal)) !== bytesToHex(signer.publicKey))
    throw wrong(
      `account ${String(index)} has another key at ${String(signer.apiKeyIndex)}.`,
      'Register the API key at the exchange, or name the index that it has.',
    );
}

async function readPublicKey(
  ask: Endpoint['ask'],
  { accountIndex, apiKeyIndex }: ExchangeSigner,
  signal: AbortSignal,
): Promise<string | undefined> {
  const [reply] = await ask([calls.apiKey(accountIndex, apiKeyIndex)], signal);
  return answers.apiKeys(reply).find((key) => key.apiKeyIndex === apiKeyIndex)?.publicKey;
}
