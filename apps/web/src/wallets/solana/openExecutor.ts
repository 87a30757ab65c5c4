import type { ChainInfo, Executor } from '@portage/sdk';
import { createSolanaExecutor, type SolanaWallet } from '@portage/sdk/solana';
import { Connection } from '@solana/web3.js';

/** Executor of a wallet on the Solana chain of a service. */
export function openExecutor(wallet: SolanaWallet, chains: readonly ChainInfo[]): Executor {
  const chain = chains.find(({ vmType }) => vmType === 'svm');
  if (chain === undefined || chain.httpRpcUrl === '')
    throw new Error('The service names no endpoint of Solana.');
  const connection = new Connection(chain.httpRpcUrl, 'confirmed');
  return createSolanaExecutor({ wallet, connection, chainId: chain.id });
}
