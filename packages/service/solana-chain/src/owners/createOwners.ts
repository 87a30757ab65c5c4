import { bytesToHex, hexToBytes } from '@portage/core';
import type { Owners } from '@portage/core/chain';
import { ed25519 } from '@noble/curves/ed25519';
import { solanaCodec } from '@portage/solana/codec';

/** 64 bytes: what ed25519 signs with has one length and, checked strictly, one form. */
const signaturePattern = /^0x[0-9a-fA-F]{128}$/;

/**
 * Checks signatures of wallets over a digest: ed25519 over the 64 characters of its hexadecimal
 * text. Keys of small order sign anything, and have no owner.
 */
export function createOwners(): Owners {
  return {
    verify: ({ account, digest, signature }) =>
      Promise.resolve(
        signaturePattern.test(signature) &&
          isSignedBy(solanaCodec.encodeAddress(account), digest, hexToBytes(signature)),
      ),
  };
}

function isSignedBy(key: Uint8Array, digest: Uint8Array, signature: Uint8Array): boolean {
  const text = new TextEncoder().encode(bytesToHex(digest).slice(2));
  try {
    return ed25519.verify(signature, text, key, { zip215: false });
  } catch {
    return false; // The library throws for bytes that are no point of the curve.
  }
}
