import { assert, PortageError } from '@portage/core';
import type { PermitCall, PermitPart } from '@portage/core/chain';
import { formatKeySignature, readKeySignature } from '@portage/core/keySignature';
import type { Keccak } from '@portage/evm/abi';
import { authorizedCall, permit2Call, signedCall } from './permitCalls.js';
import { allowanceDigest, permitDigest, type Permit } from '@portage/evm/contracts';
import { recoverSigner } from './recoverSigner.js';

/** Permit that the posted signatures are for, with the nonce of a token with EIP-2612. */
export type RedeemedPermit = Permit & { readonly nonce: bigint };

/**
 * Call of the approval proxy that a signature pays for; the name of the signed part where a token
 * with EIP-2612 needs another signature.
 *
 * @throws PortageError `INVALID_SIGNATURE`
 */
export function redeemPermit(
  permit: RedeemedPermit,
  signatures: readonly [string, ...string[]],
  keccak: Keccak,
): PermitCall | PermitPart {
  const { kind, payer, approvalProxy: to } = permit;
  if (signatures.some((signature) => signature.toLowerCase().endsWith(undeployed)))
    throw notDeployed(payer);
  if (kind === 'eip2612') return redeemPair(permit, signatures, keccak);
  const [signature] = signatures;
  const read = readKeySignature(signature);
  const isProven =
    read !== undefined && recoverSigner(permitDigest(permit, keccak), read, keccak) === payer;
  if (kind === 'permit2') {
    // What is proven goes out in the form that was judged; what only a contract reads, as it came.
    const checked = isProven ? formatKeySignature(read) : signature;
    return { to, data: permit2Call(permit, checked), isProven };
  }
  // Tokens with EIP-3009 take the signature of a key, and of nothing else.
  if (!isProven) throw notSigned();
  return { to, data: authorizedCall(permit, read), isProven };
}

/** End of a signature of an account that is not deployed yet (ERC-6492). */
const undeployed = '6492'.repeat(16);

function notDeployed(payer: string): PortageError {
  return new PortageError('INVALID_SIGNATURE', {
    message: `The signature is that of an account that is not deployed yet (ERC-6492): neither tokens nor Permit2 can check it before ${payer} has code.`,
    hint: 'Deploy the account and post its signature without the wrapping, or ask for a quote that is paid with a transaction.',
  });
}

function notSigned(): PortageError {
  return new PortageError('INVALID_SIGNATURE', {
    message: 'The signature is not that of the payer over this deposit.',
    hint: 'Sign the very data of the step, with the account that the quote was asked for with.',
  });
}

/**
 * Which of the two each signature is says whom it recovers to. Tokens with EIP-2612 take the
 * signature of a key, and of nothing else.
 */
function redeemPair(
  message: RedeemedPermit,
  signatures: readonly string[],
  keccak: Keccak,
): PermitCall | PermitPart {
  const digests = {
    permit: allowanceDigest(message, keccak),
    transfer: permitDigest(message, keccak),
  };
  const parts = signatures.map((signature) => {
    const read = readKeySignature(signature);
    const isOver = (digest: Uint8Array): boolean =>
      read !== undefined && recoverSigner(digest, read, keccak) === message.payer;
    if (read !== undefined && isOver(digests.permit)) return { part: 'permit', read };
    if (read !== undefined && isOver(digests.transfer)) return { part: 'transfer', read };
    throw notSigned();
  });
  const [posted] = parts;
  assert(posted !== undefined, 'a signature is redeemed');
  const permit = parts.find(({ part }) => part === 'permit');
  const transfer = parts.find(({ part }) => part === 'transfer');
  if (permit === undefined || transfer === undefined)
    return { part: posted.part, signature: formatKeySignature(posted.read) };
  return {
    to: message.approvalProxy,
    data: signedCall(message, permit.read, transfer.read),
    isProven: true,
  };
}
