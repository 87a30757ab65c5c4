import { keypairWallet } from '@portage/sdk/solana';
import { Keypair } from '@solana/web3.js';
import { testKey } from '../testKey.js';
import type { Wallet } from '../wallet.js';
import { openExecutor } from './openExecutor.js';

/** Opens the test wallet of this browser on Solana. */
export function openTestWallet(): Wallet {
  const keypair = Keypair.fromSeed(testKey());
  return {
    id: 'test-svm',
    name: 'Test wallet',
    vm: 'svm',
    address: keypair.publicKey.toBase58(),
    isTest: true,
    createExecutor: ({ chains }) => openExecutor(keypairWallet(keypair), chains),
  };
}
