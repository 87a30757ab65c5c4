import {
  createBitcoinExecutor,
  keyWallet,
  satsConnectWallet,
  unisatWallet,
  type BitcoinWallet,
  type UnisatProvider,
} from '@portage/bitcoin';
import { describe, expect, it } from 'vitest';
import { createOwners } from './createOwners.js';

const network = 'regtest';
const secret = new Uint8Array(32).fill(7);
const digest = new Uint8Array(32).fill(5);
const { signal } = new AbortController();
const owners = createOwners(network);
const base64 = (bytes: Uint8Array | undefined): string =>
  Buffer.from(bytes ?? []).toString('base64');

/** Signs a withdrawal's digest with a wallet, and asks whether its owner has signed. */
async function isTaken(wallet: BitcoinWallet, key = wallet): Promise<boolean> {
  const executor = createBitcoinExecutor({ wallet, network, url: 'http://127.0.0.1:1' });
  const signature = (await executor.signDigest?.(digest, signal)) ?? '0x';
  return owners.verify({ account: await key.address(), digest, signature });
}

describe.each(['p2wpkh', 'p2sh', 'p2tr'] as const)('an owner of %s', (kind) => {
  const key = keyWallet(secret, network, kind);
  const signed = async (text: string): Promise<string> => base64(await key.signMessage?.(text));
  const silent: UnisatProvider = {
    requestAccounts: async () => [await key.address()],
    getPublicKey: async () => (await key.publicKey?.()) ?? '',
    signPsbt: (psbt) => key.signPsbt({ psbt, address: '', inputs: 1 }),
  };
  const provider: UnisatProvider = {
    ...silent,
    signMessage: (text, type) => {
      expect(type).toBe('bip322-simple');
      return signed(text);
    },
  };

  it('signs a withdrawal with a key', async () => {
    expect(await isTaken(key)).toBe(true);
    expect(await isTaken(keyWallet(new Uint8Array(32).fill(8), network, kind), key)).toBe(false);
  });

  it('signs a withdrawal with a wallet in the shape of UniSat', async () => {
    expect(await isTaken(unisatWallet(provider), key)).toBe(true);
    await expect(isTaken(unisatWallet(silent))).rejects.toMatchObject({ code: 'WALLET_ERROR' });
    const broken = unisatWallet({ ...provider, signMessage: () => Promise.resolve('no base64!') });
    await expect(isTaken(broken)).rejects.toMatchObject({ code: 'WALLET_ERROR' });
  });

  it('signs a withdrawal with a wallet behind sats-connect', async () => {
    const address = await key.address();
    const wallet = satsConnectWallet({
      address,
      request: async (...[method, parameters]) => {
        if (method !== 'signMessage') throw new Error('no transaction is signed');
        expect(parameters).toMatchObject({ address, protocol: 'BIP322' });
        return { status: 'success', result: { signature: await signed(parameters.message) } };
      },
    });
    expect(await isTaken(wallet, key)).toBe(true);
    const refusing = satsConnectWallet({
      address,
      request: () => Promise.resolve({ status: 'error', error: { code: -32000, message: 'no' } }),
    });
    await expect(isTaken(refusing)).rejects.toMatchObject({ code: 'WALLET_REJECTED' });
  });
});
