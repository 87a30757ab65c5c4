import { isPoint, isXOnlyPoint } from '@bitcoinerlab/secp256k1';
import { isKeyOf, scriptKind, scriptOf } from '@portage/bitcoin/transaction';
import type { BitcoinNetwork } from '@portage/bitcoin/codec';
import { PortageError, requestFault } from '@portage/core';

const keyPath = 'additionalData.userPublicKey';

/** A payer as a quote names it. */
export interface NamedPayer {
  /** Canonical address. */
  readonly payer: string;
  /** Public key behind the address as hex, where the payer has told it. */
  readonly publicKey?: string | undefined;
}

/** A payer whose coins can be spent. */
export interface CheckedPayer {
  readonly script: Uint8Array;
  readonly publicKey: Uint8Array | undefined;
}

/**
 * Refuses payers for whom no transaction can be made. What a P2SH address asks for shows only with
 * its public key, and it is then the script of a P2WPKH. Pure.
 *
 * @param own - addresses of the service
 * @throws PortageError `UNSUPPORTED_FEATURE`, `INVALID_REQUEST` for the public key
 */
export function checkPayer(
  { payer, publicKey: text }: NamedPayer,
  network: BitcoinNetwork,
  own: readonly string[],
): CheckedPayer {
  const script = scriptOf(payer, network);
  const kind = scriptKind(script);
  if (own.includes(payer)) throw unspendable('The service cannot be the payer of a deposit.');
  if (kind === undefined || kind === 'p2wsh')
    throw unspendable('Coins of a P2WSH address cannot be spent without its script.');
  const publicKey = text === undefined ? undefined : readKey(text);
  if (publicKey !== undefined && !isKeyOf(publicKey, script))
    throw wrongKey('is not the key of the payer', 'Pass the key behind the address of the payer.');
  if (kind === 'p2sh' && publicKey?.length !== 33)
    throw wrongKey(
      'is needed: coins of a P2SH address are spent with it',
      'Pass the public key, 33 bytes as hex, or pay from a P2WPKH or P2TR address.',
    );
  return { script, publicKey };
}

/** A compressed public key, or the half that Taproot uses. */
function readKey(text: string): Uint8Array {
  const digits = text.startsWith('0x') ? text.slice(2) : text;
  const bytes = Uint8Array.from(Buffer.from(digits, 'hex'));
  const isKey = bytes.length === 32 ? isXOnlyPoint(bytes) : bytes.length === 33 && isPoint(bytes);
  if (bytes.length * 2 !== digits.length || !isKey)
    throw wrongKey(
      'is no public key',
      'Pass a compressed public key as hex: 33 bytes, or 32 of Taproot.',
    );
  return bytes;
}

function wrongKey(fault: string, hint: string): PortageError {
  return requestFault(keyPath, fault, { hint });
}

function unspendable(message: string): PortageError {
  return new PortageError('UNSUPPORTED_FEATURE', {
    message,
    hint: 'Pay from an address of P2PKH, P2SH-P2WPKH, P2WPKH or P2TR.',
  });
}
