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
  const account = accountOf(wallet);
  if (account === undefined) return undefined;
  return {
    id: `standard:${wallet.name}`,
    name: wallet.name,
    icon: wallet.icon,
    vm: 'svm',
    address: account.address,
    isTest: false,
    watch: (onAddress) => watchAccounts(wallet, onAddress),
    createExecutor: ({ chains }) => openExecutor(signerOf(wallet, account), chains),
  };
}

function accountOf({ accounts }: StandardWallet): WalletAccount | undefined {
  return accounts.find(({ chains }) => chains.some((id) => /^solana:/.test(id)));
}

/** Tells of another account of the wallet; one without events stays as it is. */
function watchAccounts(
  wallet: StandardWallet,
  onAddress: (address: string | undefined) => void,
): () => void {
  const events = memberOf(wallet, 'standard:events', 'on');
  const stop: unknown = events?.('change', () => {
    onAddress(accountOf(wallet)?.address);
  });
  return () => {
    if (isCallable(stop)) stop();
  };
}

function isCallable(value: unknown): value is () => unknown {
  return typeof value === 'function';
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
  wallet: StandardWallet,
  feature: string,
  method: string,
  input: unknown,
): Promise<unknown> {
  const call = memberOf(wallet, feature, method);
  if (call === undefined) throw new Error(`${wallet.name} has no ${feature}.`);
  return await call(input);
}

type Member = (...values: readonly unknown[]) => unknown;

/** A method of a feature; undefined where the wallet has none. */
function memberOf(
  { features }: StandardWallet,
  feature: string,
  method: string,
): Member | undefined {
  const found = Object.entries(features).find(([key]) => key === feature)?.[1];
  const member = isRecord(found) ? found[method] : undefined;
  if (typeof member !== 'function') return undefined;
  return (...values) => {
    const answer: unknown = member.call(found, ...values);
    return answer;
  };
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
