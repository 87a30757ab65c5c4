import { createECDH, createHmac, pbkdf2Sync } from 'node:crypto';
import { payments } from 'bitcoinjs-lib';
import { testMnemonic } from '../../contracts/testMnemonic.js';
import { network } from '../parameters.js';
import { ecc } from '../script/ecc.js';

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

/** Private key of BIP32, and what its children are derived with. */
export interface KeyNode {
  readonly key: Uint8Array;
  readonly chainCode: Uint8Array;
}

const hardened = 0x8000_0000;

/**
 * Keys at `m/84'/1'/account'/0/index` of the well-known test phrase (BIP84). On account 0 these are
 * the ones that wallets for test networks show for that phrase.
 */
export function openKeyring(): BitcoinKeyring {
  const branches = new Map<number, KeyNode>();
  return (account, index) => {
    const branch = branches.get(account) ?? child(openAccount(account), 0);
    branches.set(account, branch);
    return keyOf(child(branch, index).key);
  };
}

/** Node `m/84'/1'/account'` of the well-known test phrase. */
export function openAccount(account: number): KeyNode {
  const seed = pbkdf2Sync(testMnemonic, 'mnemonic', 2048, 64, 'sha512');
  const root = split(createHmac('sha512', 'Bitcoin seed').update(seed).digest());
  return [hardened + 84, hardened + 1, hardened + account].reduce(child, root);
}

function child({ key, chainCode }: KeyNode, index: number): KeyNode {
  const data = Buffer.alloc(37);
  if (index >= hardened) data.set(key, 1);
  else data.set(publicKeyOf(key), 0);
  data.writeUInt32BE(index, 33);
  const node = split(createHmac('sha512', chainCode).update(data).digest());
  const sum = ecc.privateAdd(key, node.key);
  if (sum === null) throw new Error('The test phrase has no key at this path.');
  return { key: sum, chainCode: node.chainCode };
}

function keyOf(privateKey: Uint8Array): BitcoinKey {
  const publicKey = publicKeyOf(privateKey);
  const { address, output } = payments.p2wpkh({ pubkey: publicKey, network });
  if (address === undefined || output === undefined) throw new Error('A key has no address.');
  return { address, script: output, privateKey, publicKey };
}

/**
 * Compressed public key, by OpenSSL: the curve's own library, in JavaScript, took a quarter of a
 * CPU second for the keys of a devnet.
 */
function publicKeyOf(privateKey: Uint8Array): Uint8Array {
  const pair = createECDH('secp256k1');
  pair.setPrivateKey(privateKey);
  return new Uint8Array(pair.getPublicKey(undefined, 'compressed'));
}

function split(bytes: Buffer): KeyNode {
  return { key: new Uint8Array(bytes.subarray(0, 32)), chainCode: bytes.subarray(32) };
}
