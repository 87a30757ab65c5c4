import type { ChainInfo } from '@portage/sdk';
import { keyWallet } from '@portage/sdk/bitcoin';
import { testKey } from '../testKey.js';
import type { Wallet } from '../wallet.js';
import { bitcoinChain, networkOf, openExecutor } from './openExecutor.js';

/** Opens the test wallet of this browser on Bitcoin. */
export async function openTestWallet(chains: readonly ChainInfo[]): Promise<Wallet> {
  const wallet = keyWallet(testKey(), networkOf(bitcoinChain(chains)));
  return {
    id: 'test-bvm',
    name: 'Test wallet',
    vm: 'bvm',
    address: await wallet.address(),
    isTest: true,
    createExecutor: ({ chains: listed }) => openExecutor(wallet, listed),
  };
}
