import { hexToBytes } from '@portage/core';
import { Psbt, Transaction } from 'bitcoinjs-lib';
import type { BitcoinNetwork } from '../address/networks.js';
import { addressOf } from '../address/address.js';
import { scriptKind } from '../address/scriptKind.js';
import type { Output } from './createPsbt.js';
import { isSameBytes } from '../address/isSameBytes.js';
import { hash160, idOfHash } from '../address/hash.js';

/** Hex digits of the longest text that is read: a transaction of P2PKH coins holds others. */
const digitsMax = 8_000_000;
/** All satoshi that there can be. */
const satoshiMax = 21_000_000n * 100_000_000n;

/** Input of a transaction that is not signed yet. */
export interface PsbtInput {
  readonly txId: string;
  readonly vout: number;
  /** Satoshi of the coin, as the PSBT says. */
  readonly value: bigint;
  /** Output script of the coin, as the PSBT says. */
  readonly script: Uint8Array;
  readonly sequence: number;
  /** Undefined leaves it to the signer, who signs everything. */
  readonly sighashType: number | undefined;
  /** The PSBT proves the value: it holds the whole transaction that made the coin. */
  readonly isProven: boolean;
}

/** Output of a transaction that is not signed yet. */
export interface PsbtOutput extends Output {
  /** Undefined for a script without one. */
  readonly address: string | undefined;
}

/** Transaction that a PSBT asks a wallet to sign. */
export interface ReadPsbt {
  readonly version: number;
  readonly lockTime: number;
  readonly inputs: readonly PsbtInput[];
  readonly outputs: readonly PsbtOutput[];
  /** Satoshi of the inputs that no output gets. */
  readonly fee: bigint;
}

/** A PSBT, or why it is not one to sign. */
export type InspectedPsbt =
  { readonly psbt: ReadPsbt; readonly fault?: undefined } | { readonly fault: string };

/**
 * The transaction that a PSBT asks a wallet to sign; undefined for a text that is none, and for one
 * that says more than a deposit needs: signatures, scripts, unknown keys, a coin whose value or
 * script disagrees with its transaction.
 *
 * @param hex - a PSBT of version 0 (BIP-174)
 * @example
 * ```ts
 * readPsbt(psbt, 'mainnet')?.fee; // 1410n
 * ```
 */
export function readPsbt(hex: string, network: BitcoinNetwork): ReadPsbt | undefined {
  const inspected = inspectPsbt(hex, network);
  return inspected.fault === undefined ? inspected.psbt : undefined;
}

/** The transaction of a PSBT, or why it is not one to sign. */
export function inspectPsbt(hex: string, network: BitcoinNetwork): InspectedPsbt {
  const psbt = parsePsbt(hex);
  if (psbt === undefined) return { fault: 'not a PSBT' };
  const strange = unknownKeys(psbt);
  if (strange !== undefined) return { fault: `a PSBT with ${strange}` };
  const inputs = psbt.txInputs.map((_, place) => readInput(psbt, place));
  const fault = inputs.find((input) => typeof input === 'string');
  if (fault !== undefined) return { fault };
  const known = inputs.filter((input) => typeof input !== 'string');
  const outputs = psbt.txOutputs.map(({ script, value }) => ({
    script,
    value,
    address: addressOf(script, network),
  }));
  const sum = (values: readonly { readonly value: bigint }[]): bigint =>
    values.reduce((total, { value }) => total + value, 0n);
  if (outputs.some(({ value }) => !isMoney(value)) || !isMoney(sum(outputs)))
    return { fault: 'an output of more money than there is' };
  const fee = sum(known) - sum(outputs);
  if (known.length === 0 || outputs.length === 0) return { fault: 'an empty transaction' };
  if (fee < 0n) return { fault: 'outputs of more money than the inputs hold' };
  const { version, locktime: lockTime } = psbt;
  return { psbt: { version, lockTime, inputs: known, outputs, fee } };
}

/** The PSBT of a text; undefined for anything else. */
export function parsePsbt(hex: string): Psbt | undefined {
  if (hex.length > digitsMax) return undefined;
  try {
    return Psbt.fromBuffer(hexToBytes(`0x${hex}`));
  } catch {
    return undefined; // The library says it by errors of many kinds.
  }
}

const inputKeys: readonly string[] = [
  'witnessUtxo',
  'nonWitnessUtxo',
  'redeemScript',
  'sighashType',
  'tapInternalKey',
];

/** Name of a key of a PSBT that none of a deposit has. */
function unknownKeys({ data }: Psbt): string | undefined {
  const named = (part: object, known: readonly string[]): string | undefined =>
    Object.entries(part).find(
      ([key, value]) =>
        !known.includes(key) &&
        !(Array.isArray(value) && value.length === 0) &&
        value !== undefined,
    )?.[0];
  return (
    named(data.globalMap, ['unsignedTx']) ??
    data.inputs.map((input) => named(input, inputKeys)).find((key) => key !== undefined) ??
    data.outputs.map((output) => named(output, [])).find((key) => key !== undefined)
  );
}

/** One input, or what is wrong about it. */
function readInput(psbt: Psbt, place: number): PsbtInput | string {
  const outpoint = psbt.txInputs[place];
  const data = psbt.data.inputs[place];
  if (outpoint === undefined || data === undefined) return 'an input without a coin';
  const txId = idOfHash(outpoint.hash);
  const { index: vout, sequence = 0xffffffff } = outpoint;
  const { witnessUtxo, nonWitnessUtxo, redeemScript, sighashType } = data;
  const proven =
    nonWitnessUtxo === undefined ? undefined : outputOf(nonWitnessUtxo, { txId, vout });
  if (nonWitnessUtxo !== undefined && proven === undefined)
    return 'an input whose transaction is another one';
  const coin = proven ?? witnessUtxo;
  if (coin === undefined) return 'an input whose coin is not shown';
  if (proven !== undefined && witnessUtxo !== undefined && !isSameOutput(proven, witnessUtxo))
    return 'an input whose coin is shown in two ways';
  const { script, value } = coin;
  if (!isMoney(value)) return 'an input of more money than there is';
  const kind = scriptKind(script);
  if (kind === undefined || kind === 'p2wsh') return 'an input of a script that cannot be signed';
  if (kind === 'p2pkh' && proven === undefined) return 'a P2PKH input without its transaction';
  if ((kind === 'p2sh') !== (redeemScript !== undefined)) return 'an input with a wrong script';
  if (redeemScript !== undefined && !isNested(redeemScript, script))
    return 'an input with a wrong script';
  return { txId, vout, value, script, sequence, sighashType, isProven: proven !== undefined };
}

/** Whether a P2SH script holds this script of P2WPKH. */
function isNested(inner: Uint8Array, script: Uint8Array): boolean {
  return scriptKind(inner) === 'p2wpkh' && isSameBytes(script.subarray(2, 22), hash160(inner));
}

/** Place of an output. */
export interface Outpoint {
  readonly txId: string;
  readonly vout: number;
}

/** Output of a transaction; undefined where the bytes are those of another transaction. */
export function outputOf(bytes: Uint8Array, { txId, vout }: Outpoint): Output | undefined {
  try {
    const transaction = Transaction.fromBuffer(bytes);
    return transaction.getId() === txId ? transaction.outs[vout] : undefined;
  } catch {
    return undefined; // The bytes are no transaction.
  }
}

function isSameOutput(a: Output, b: Output): boolean {
  return a.value === b.value && isSameBytes(a.script, b.script);
}

function isMoney(value: bigint): boolean {
  return value >= 0n && value <= satoshiMax;
}
