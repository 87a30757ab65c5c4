import { createEvmExecutor } from '@portage/sdk/evm';
import { bytesToHex, createWalletClient, http } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { testKey } from '../testKey.js';
import type { Wallet } from '../wallet.js';
import { chainOf } from './chainOf.js';

/** Opens the test wallet of this browser on EVM chains. */
export function openTestWallet(): Wallet {
  const account = privateKeyToAccount(bytesToHex(testKey()));
  return {
    id: 'test-evm',
    name: 'Test wallet',
    vm: 'evm',
    address: account.address,
    isTest: true,
    signText: (message) => account.signMessage({ message }),
    createExecutor: ({ chains }) =>
      createEvmExecutor({
        wallet: (chainId) =>
          createWalletClient({ account, chain: chainOf(chainId, chains), transport: http() }),
      }),
  };
}
