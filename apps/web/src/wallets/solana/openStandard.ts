import type { SolanaWallet } from '@portage/sdk/solana';
import { PublicKey, VersionedTransaction } from '@solana/web3.js';
import type { Wallet as StandardWallet, WalletAccount } from '@wallet-standard/base';
import { isRecord } from '../../storage/isRecord.js';
import type { ConnectOptions, Wallet } from '../wallet.js';
import { openExecutor } from './openExecutor.js';

/** Connects a wallet of the wallet standard. */
export async function openStandard(
  wallet: StandardWallet,
  { isSilent }: ConnectOptions,
): Promise<Wallet | undefined> {
  await callFeature(wallet, 'standard:connect', 'connect', isSilent ? { silent: true } : {});
  const account = wallet.accounts.find(({ chains }) => chains.some((id) => /^solana:/.test(id)));
  if (account === undefined) return undefined;
  return {
    id: `standard:${wallet.name}`,
    name: wallet.name,
    icon: wallet.icon,
    vm: 'svm',
    address: account.address,
    isTest: false,
    createExecutor: (chains) => openExecutor(signerOf(wallet, account), chains),
  };
}

/** The wallet in the shape that executors take: it signs, and the executor sends. */
function signerOf(wallet: StandardWallet, account: WalletAccount): SolanaWallet {
  return {
    publicKey: new PublicKey(account.address),
    signTransaction: async (transaction) => {
      const input = { account, transaction: transaction.serialize() };
      const [output] = listOf(
        await callFeature(wallet, 'solana:signTransaction', 'signTransaction', input),
      );
      const signed = isRecord(output) ? output['signedTransaction'] : undefined;
      if (!(signed instanceof Uint8Array))
        throw new Error('The wallet answered without a signature.');
      return VersionedTransaction.deserialize(signed);
    },
  };
}

async function callFeature(
  { features, name }: StandardWallet,
  feature: string,
  method: string,
  input: unknown,
): Promise<unknown> {
  const found = Object.entries(features).find(([key]) => key === feature)?.[1];
  const call = isRecord(found) ? found[method] : undefined;
  if (typeof call !== 'function') throw new Error(`${name} has no ${feature}.`);
  const answer: unknown = await call.call(found, input);
  return answer;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
