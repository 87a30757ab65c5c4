import type { ChainInfo } from '@portage/sdk';
import { bytesToHex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { settings } from '../../settings/readSettings.js';
import { isRecord } from '../../storage/isRecord.js';
import { testKey } from '../testKey.js';
import type { Wallet } from '../wallet.js';
import { circuitId, exchangeChain } from './exchangeChain.js';
import { accountWallet } from './openAccount.js';

/** Opens the exchange account of this browser's test wallet; a new one where it has none. */
export async function openTestWallet(chains: readonly ChainInfo[]): Promise<Wallet> {
  const { address, signMessage } = privateKeyToAccount(bytesToHex(testKey()));
  const chain = exchangeChain(chains);
  const index = await openOnDevnet(chain, address);
  const owner = { address, signMessage: (message: string) => signMessage({ message }) };
  return accountWallet({
    id: 'test-lvm',
    name: 'Test account',
    isTest: true,
    index,
    circuit: await circuitId(),
    findOwner: () => owner,
  });
}

/**
 * Account of an owner, which the devnet opens where there is none. The exchange itself refuses a
 * question about an owner that it does not know, and browsers show a refusal as an error.
 */
async function openOnDevnet(
  { id: chainId, displayName }: ChainInfo,
  owner: string,
): Promise<number> {
  const { faucetUrl = '' } = await settings;
  const answer = await fetch(new URL('open-account', faucetUrl), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ chainId, owner }),
  });
  const body: unknown = answer.ok ? await answer.json() : undefined;
  const index = isRecord(body) ? body['accountIndex'] : undefined;
  if (typeof index !== 'number') throw new Error(`${displayName} opened no account.`);
  return index;
}
