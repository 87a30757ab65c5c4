import { payments } from 'bitcoinjs-lib';
import { deriveChild, openAccount, publicKeyOf, type KeyNode } from '../../keys/keyTree.js';
import { network } from '../parameters.js';

/** Key of secp256k1 and its P2WPKH address. */
export interface BitcoinKey {
  readonly address: string;
  /** Script of the address. */
  readonly script: Uint8Array;
  readonly privateKey: Uint8Array;
  /** 33 bytes. */
  readonly publicKey: Uint8Array;
}

/** Derives the key at an account and index. */
export type BitcoinKeyring = (account: number, index: number) => BitcoinKey;

/**
 * Keys at `m/84'/1'/account'/0/index` of the well-known test phrase (BIP84). On account 0 these are
 * the ones that wallets for test networks show for that phrase.
 */
export function openKeyring(): BitcoinKeyring {
  const branches = new Map<number, KeyNode>();
  return (account, index) => {
    const branch = branches.get(account) ?? deriveChild(openBitcoinAccount(account), 0);
    branches.set(account, branch);
    return keyOf(deriveChild(branch, index).key);
  };
}

/** Node `m/84'/1'/account'` of the well-known test phrase. */
export function openBitcoinAccount(account: number): KeyNode {
  return openAccount(84, 1, account);
}

function keyOf(privateKey: Uint8Array): BitcoinKey {
  const publicKey = publicKeyOf(privateKey, 'compressed');
  const { address, output } = payments.p2wpkh({ pubkey: publicKey, network });
  if (address === undefined || output === undefined) throw new Error('A key has no address.');
  return { address, script: output, privateKey, publicKey };
}
