import {
  satsConnectWallet,
  unisatWallet,
  type BitcoinWallet,
  type UnisatProvider,
} from '@portage/sdk/bitcoin';
import { isRecord } from '../../storage/isRecord.js';
import type { ConnectOptions, Wallet } from '../wallet.js';
import { openExecutor } from './openExecutor.js';

type Provider = Readonly<Record<string, unknown>>;

/** Connects a wallet in UniSat's shape. */
export async function openUnisat(
  provider: Provider,
  { isSilent }: ConnectOptions,
): Promise<Wallet | undefined> {
  if (isSilent) {
    const known = listOf(await callMember(provider, 'getAccounts'));
    if (known.length === 0) return undefined;
  }
  const unisat: UnisatProvider = {
    requestAccounts: async () => listOf(await callMember(provider, 'requestAccounts')).map(textOf),
    getPublicKey: async () => textOf(await callMember(provider, 'getPublicKey')),
    signPsbt: async (psbt, options) =>
      textOf(await callMember(provider, 'signPsbt', psbt, options)),
    signMessage: async (text, type) =>
      textOf(await callMember(provider, 'signMessage', text, type)),
  };
  return await toWallet('unisat', 'UniSat', unisatWallet(unisat));
}

/** Connects a wallet in the shape of sats-connect. */
export async function openSatsConnect(
  provider: Provider,
  { isSilent }: ConnectOptions,
): Promise<Wallet | undefined> {
  const request = (method: string, parameters?: unknown): Promise<unknown> =>
    callMember(provider, 'request', method, parameters);
  // Its answers with an account need consent each time.
  if (isSilent) return undefined;
  const answer = await request('getAccounts', {
    purposes: ['payment'],
    message: 'Portage asks for the address that pays.',
  });
  const accounts = isRecord(answer) ? listOf(answer['result']) : [];
  const payment = accounts.find((each) => isRecord(each) && each['purpose'] === 'payment');
  if (!isRecord(payment)) return undefined;
  const [address, publicKey] = [textOf(payment['address']), textOf(payment['publicKey'])];
  return await toWallet('xverse', 'Xverse', satsConnectWallet({ request, address, publicKey }));
}

async function toWallet(id: string, name: string, wallet: BitcoinWallet): Promise<Wallet> {
  return {
    id,
    name,
    vm: 'bvm',
    isTest: false,
    address: await wallet.address(),
    publicKey: await wallet.publicKey?.(),
    createExecutor: ({ chains }) => openExecutor(wallet, chains),
  };
}

async function callMember(
  provider: Provider,
  member: string,
  ...values: readonly unknown[]
): Promise<unknown> {
  const found = provider[member];
  if (typeof found !== 'function') throw new Error(`The wallet has no ${member}.`);
  const answer: unknown = await found.call(provider, ...values);
  return answer;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function textOf(value: unknown): string {
  if (typeof value !== 'string') throw new Error('The wallet answered with something else.');
  return value;
}
