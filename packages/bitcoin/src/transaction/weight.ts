import { PortageError } from '@portage/core';
import { scriptKind, type ScriptKind } from '../address/scriptKind.js';

/** Weight units of a byte that is no witness. */
const baseWeight = 4;
/** Transaction, index, sequence and the length of an empty script. */
const outpointBytes = 41;
/** Push of the longest signature with a low S: 71 bytes of DER and the sighash type. */
const signatureBytes = 73;
const publicKeyBytes = 34;
/** Count of the items, signature, public key. */
const keyWitness = 1 + signatureBytes + publicKeyBytes;
/** Count of the items, and a signature of Schnorr with a sighash type. */
const taprootWitness = 1 + 66;

const inputWeights: Readonly<Record<ScriptKind, number | undefined>> = {
  p2pkh: baseWeight * (outpointBytes + signatureBytes + publicKeyBytes),
  p2sh: baseWeight * (outpointBytes + 23) + keyWitness,
  p2wpkh: baseWeight * outpointBytes + keyWitness,
  p2wsh: undefined,
  p2tr: baseWeight * outpointBytes + taprootWitness,
};

/**
 * Weight of an input with the largest signature that it may get, in weight units. Of P2SH it is the
 * input of a P2WPKH inside, of P2TR one that its key signs.
 *
 * @throws PortageError `INVALID_ADDRESS` for P2WSH: what its script asks for is not known
 * @example
 * ```ts
 * inputWeight('p2wpkh'); // 272
 * ```
 */
export function inputWeight(kind: ScriptKind): number {
  const weight = inputWeights[kind];
  if (weight === undefined)
    throw new PortageError('INVALID_ADDRESS', {
      message: 'Coins of a P2WSH address cannot be spent without its script.',
      hint: 'Pay from an address of P2PKH, P2SH-P2WPKH, P2WPKH or P2TR.',
    });
  return weight;
}

/**
 * Weight of an output, in weight units.
 *
 * @example
 * ```ts
 * outputWeight(scriptOf(recipient, 'mainnet')); // 124 of P2WPKH
 * ```
 */
export function outputWeight(script: Uint8Array): number {
  return baseWeight * outputBytes(script);
}

function outputBytes({ length }: Uint8Array): number {
  return 8 + countBytes(length) + length;
}

/** Bytes that write a count. */
function countBytes(count: number): number {
  if (count < 0xfd) return 1;
  return count <= 0xffff ? 3 : 5;
}

/**
 * Weight of a signed transaction at most, in weight units.
 *
 * @param inputs - kinds of the scripts that are spent
 * @param outputs - scripts that are paid
 * @throws PortageError `INVALID_ADDRESS` for an input of P2WSH
 * @example
 * ```ts
 * transactionWeight(['p2wpkh'], [scriptOf(recipient, 'mainnet')]); // 438
 * ```
 */
export function transactionWeight(
  inputs: readonly ScriptKind[],
  outputs: readonly Uint8Array[],
): number {
  const legacy = inputs.filter((kind) => kind === 'p2pkh').length;
  // Marker and flag, and an empty witness for each input that has none.
  const witness = legacy === inputs.length ? 0 : 2 + legacy;
  // Version and lock time.
  const frame = 8 + countBytes(inputs.length) + countBytes(outputs.length);
  return (
    baseWeight * frame +
    witness +
    inputs.reduce((sum, kind) => sum + inputWeight(kind), 0) +
    outputs.reduce((sum, script) => sum + outputWeight(script), 0)
  );
}

/**
 * Virtual bytes of a weight, rounded up: what fees are paid for.
 *
 * @example
 * ```ts
 * virtualSize(438); // 110
 * ```
 */
export function virtualSize(weight: number): number {
  return Math.ceil(weight / baseWeight);
}

/** Satoshi that a byte costs at the rate by which nodes find out what is dust. */
const dustRate = 3n;

/**
 * Least value of an output that nodes pass on, in satoshi: one whose spending would cost more is
 * dust. An OP_RETURN output has no least value.
 *
 * @example
 * ```ts
 * dustLimit(scriptOf(recipient, 'mainnet')); // 294n of P2WPKH
 * ```
 */
export function dustLimit(script: Uint8Array): bigint {
  if (script[0] === 0x6a) return 0n;
  const kind = scriptKind(script);
  const isWitness = kind !== undefined && kind !== 'p2pkh' && kind !== 'p2sh';
  return dustRate * BigInt(outputBytes(script) + (isWitness ? 67 : 148));
}
