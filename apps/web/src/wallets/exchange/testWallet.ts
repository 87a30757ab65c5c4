import { systemClock } from '@portage/core';
import type { ChainInfo } from '@portage/sdk';
import { bytesToHex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { settings } from '../../settings/readSettings.js';
import { isRecord } from '../../storage/isRecord.js';
import { testKey } from '../testKey.js';
import type { Wallet } from '../wallet.js';
import { circuitId, exchangeApi, exchangeChain } from './exchangeChain.js';
import { accountWallet } from './openAccount.js';

const waitMs = 15_000;

/** Opens the exchange account of this browser's test wallet; a new one where it has none. */
export async function openTestWallet(chains: readonly ChainInfo[]): Promise<Wallet> {
  const { address, signMessage } = privateKeyToAccount(bytesToHex(testKey()));
  const chain = exchangeChain(chains);
  const [known] = await exchangeApi(chain).accountsOf(address, systemClock.timeout(waitMs));
  const index = known ?? (await openFresh(chain, address));
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

/** Has the devnet open an account. */
async function openFresh({ id: chainId, displayName }: ChainInfo, owner: string): Promise<number> {
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
