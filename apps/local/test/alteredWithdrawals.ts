import { bytesToHex, hexToBytes } from '@portage/core';
import type { SignedWithdrawal } from '@portage/sdk';

const orders = {
  /** Of secp256k1: signatures of EVM chains, of the exchange and of BIP-137. */
  secp256k1: 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n,
  /** Of ed25519: signatures of Solana, least significant byte first. */
  ed25519: 2n ** 252n + 27742317777372353535851937790883648493n,
};

const numberOf = (bytes: Uint8Array): bigint => BigInt(bytesToHex(bytes));
const bytesOf = (value: bigint): Uint8Array =>
  hexToBytes(`0x${value.toString(16).padStart(64, '0')}`);

/** The other signature of the same digest, made without a key; undefined where there is none. */
function twinOf(signature: string): string | undefined {
  const bytes = hexToBytes(signature);
  if (bytes.length === 64) {
    const s = numberOf(bytes.slice(32).reverse());
    return bytesToHex(
      new Uint8Array([...bytes.slice(0, 32), ...bytesOf(s + orders.ed25519).reverse()]),
    );
  }
  if (bytes.length !== 65) return undefined;
  // BIP-137 has its mark in front, the others behind.
  const isFront =
    (bytes[0] ?? 0) >= 27 &&
    (bytes[0] ?? 0) <= 42 &&
    (bytes[64] ?? 0) !== 27 &&
    (bytes[64] ?? 0) !== 28;
  const from = isFront ? 33 : 32;
  const s = bytesOf(orders.secp256k1 - numberOf(bytes.slice(from, from + 32)));
  const twin = Uint8Array.from(bytes);
  twin.set(s, from);
  const mark = isFront ? 0 : 64;
  twin[mark] = (twin[mark] ?? 0) ^ (isFront ? 0 : 7);
  if (isFront)
    twin[0] = ((bytes[0] ?? 27) - 27) % 2 === 0 ? (bytes[0] ?? 0) + 1 : (bytes[0] ?? 0) - 1;
  return bytesToHex(twin);
}

function flipped(signature: string): string {
  const bytes = Uint8Array.from(hexToBytes(signature));
  bytes[10] = (bytes[10] ?? 0) ^ 1;
  return bytesToHex(bytes);
}

/** Means of an attacker, beside the owner's signed withdrawal. */
export interface AttackerMeans {
  /** Signature of another account over the very same message. */
  readonly othersSignature: string;
  readonly otherAccount: string;
  /** Slug of another chain. */
  readonly otherChain: string;
  /** Another withdrawal of the owner that was prepared and not signed. */
  readonly unsigned: Omit<SignedWithdrawal, 'signature'>;
}

/** Every withdrawal that an attacker makes of a signed one, by what was done to it. */
export function alteredWithdrawals(
  signed: SignedWithdrawal,
  { othersSignature, otherAccount, otherChain, unsigned }: AttackerMeans,
): readonly (readonly [string, SignedWithdrawal])[] {
  const { signature, amount, additionalData = {} } = signed;
  const twin = twinOf(signature);
  const expiresAt = Number(additionalData['expiresAt']);
  const added = (changes: object): SignedWithdrawal => ({
    ...signed,
    additionalData: { ...additionalData, ...changes },
  });
  return [
    ['P1: forged', { ...signed, signature: `0x${'5a'.repeat((signature.length - 2) / 2)}` }],
    ['P1: with a bit that is another', { ...signed, signature: flipped(signature) }],
    ['P1: without a byte', { ...signed, signature: signature.slice(0, -2) }],
    ['P1: with a byte more', { ...signed, signature: `${signature}00` }],
    ...(twin === undefined ? [] : [['P1: its twin', { ...signed, signature: twin }] as const]),
    ['P2: by another account', { ...signed, signature: othersSignature }],
    ['P2: for another account', { ...signed, owner: otherAccount }],
    ['P4: for another withdrawal', { ...unsigned, signature }],
    ['P4: under another nonce', { ...signed, nonce: `0x${'ab'.repeat(32)}` }],
    ['P5: on another chain', { ...signed, chainId: otherChain, ownerChainId: otherChain }],
    ['P5: of an owner of another chain', { ...signed, ownerChainId: otherChain }],
    ['P3: to another recipient', { ...signed, recipient: otherAccount }],
    ['P3: for one unit more', { ...signed, amount: (BigInt(amount) + 1n).toString() }],
    ['P3: for one unit less', { ...signed, amount: (BigInt(amount) - 1n).toString() }],
    ['P3: in another currency', { ...signed, currency: otherAccount }],
    ['P3: with another fee', added({ fee: '0' })],
    ['P3: that never expires', added({ expiresAt: expiresAt + 1_000_000 })],
    ['P8: that has expired', added({ expiresAt: Math.floor(Date.now() / 1_000) - 1 })],
    ['P3: with more than was answered', added({ more: 1 })],
  ];
}
