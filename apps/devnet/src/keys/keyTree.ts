import { createECDH, createHmac, pbkdf2Sync } from 'node:crypto';
import { testMnemonic } from './testMnemonic.js';

/** Private key of BIP32 on secp256k1, and what its children are derived with. */
export interface KeyNode {
  /** 32 bytes. */
  readonly key: Uint8Array;
  readonly chainCode: Uint8Array;
}

const hardened = 0x8000_0000;
/** Order of the curve. */
const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

/**
 * Node `m/purpose'/coin'/account'` of the well-known test phrase. OpenSSL derives it: libraries in
 * JavaScript took up to a third of the CPU seconds of a start.
 */
export function openAccount(purpose: number, coin: number, account: number): KeyNode {
  const seed = pbkdf2Sync(testMnemonic, 'mnemonic', 2048, 64, 'sha512');
  const root = split(createHmac('sha512', 'Bitcoin seed').update(seed).digest());
  return [purpose, coin, account].map((index) => hardened + index).reduce(deriveChild, root);
}

/** Child of a node; from 2^31 on a hardened one. */
export function deriveChild({ key, chainCode }: KeyNode, index: number): KeyNode {
  const data = Buffer.alloc(37);
  if (index >= hardened) data.set(key, 1);
  else data.set(publicKeyOf(key, 'compressed'), 0);
  data.writeUInt32BE(index, 33);
  const node = split(createHmac('sha512', chainCode).update(data).digest());
  const sum = (toNumber(key) + toNumber(node.key)) % order;
  const bytes = Buffer.from(sum.toString(16).padStart(64, '0'), 'hex');
  return { key: new Uint8Array(bytes), chainCode: node.chainCode };
}

/** Public key of a private one: 33 bytes, or 65 uncompressed. */
export function publicKeyOf(
  privateKey: Uint8Array,
  format: 'compressed' | 'uncompressed',
): Uint8Array {
  const pair = createECDH('secp256k1');
  pair.setPrivateKey(privateKey);
  return new Uint8Array(pair.getPublicKey(undefined, format));
}

function toNumber(bytes: Uint8Array): bigint {
  return BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
}

function split(bytes: Buffer): KeyNode {
  return { key: new Uint8Array(bytes.subarray(0, 32)), chainCode: bytes.subarray(32) };
}
