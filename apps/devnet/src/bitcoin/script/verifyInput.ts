import { crypto, payments, script as scripts } from 'bitcoinjs-lib';
import type { Tx, TxInput, TxOutput } from '../transaction/readTransaction.js';
import { checkEcdsa, checkSchnorr } from './checkSignature.js';
import { scriptFaults, type ScriptFault } from './scriptFaults.js';
import { scriptKind } from './scriptKind.js';

/** Input with what it spends. */
interface Spending {
  readonly tx: Tx;
  readonly index: number;
  readonly input: TxInput;
  /** Outputs that all inputs of the transaction spend, in order. */
  readonly spent: readonly TxOutput[];
  readonly value: bigint;
}

/**
 * Verifies that an input may spend its coin: P2PKH, P2WPKH, P2SH-P2WPKH and the key path of P2TR.
 *
 * @returns the fault, or undefined when there is none
 */
export function verifyInput(
  tx: Tx,
  index: number,
  spent: readonly TxOutput[],
): ScriptFault | undefined {
  const input = tx.inputs[index];
  const coin = spent[index];
  if (input === undefined || coin === undefined) return scriptFaults.evalFalse;
  const spending = { tx, index, input, spent, value: coin.value };
  const { script } = coin;
  switch (scriptKind(script)) {
    case 'p2pkh':
      return verifyKeyHash(spending, script);
    case 'p2sh':
      return verifyNested(spending, script);
    case 'v0_p2wpkh':
      if (input.script.length > 0) return scriptFaults.malleated;
      return verifyWitnessKeyHash(spending, script);
    case 'v1_p2tr':
      if (input.script.length > 0) return scriptFaults.malleated;
      return verifyTaproot(spending, script.subarray(2));
    default:
      return scriptFaults.unsupported;
  }
}

function verifyKeyHash(
  { tx, index, input }: Spending,
  script: Uint8Array,
): ScriptFault | undefined {
  if (input.witness.length > 0) return scriptFaults.unexpectedWitness;
  const pushes = readPushes(input.script);
  if (pushes === undefined) return scriptFaults.pushOnly;
  const [signature, publicKey, ...rest] = pushes;
  if (signature === undefined || publicKey === undefined) return scriptFaults.evalFalse;
  if (rest.length > 0) return scriptFaults.cleanStack;
  if (!isEqual(crypto.hash160(publicKey), script.subarray(3, 23))) return scriptFaults.equalVerify;
  const hash = (hashType: number): Uint8Array => tx.raw.hashForSignature(index, script, hashType);
  return checkEcdsa({ signature, publicKey, hash, isSegwit: false });
}

function verifyNested(spending: Spending, script: Uint8Array): ScriptFault | undefined {
  const pushes = readPushes(spending.input.script);
  if (pushes === undefined) return scriptFaults.pushOnly;
  const redeem = pushes[pushes.length - 1];
  if (redeem === undefined) return scriptFaults.evalFalse;
  if (!isEqual(crypto.hash160(redeem), script.subarray(2, 22))) return scriptFaults.evalFalse;
  if (scriptKind(redeem) !== 'v0_p2wpkh') return scriptFaults.unsupported;
  if (pushes.length !== 1) return scriptFaults.malleatedP2sh;
  return verifyWitnessKeyHash(spending, redeem);
}

function verifyWitnessKeyHash(
  { tx, index, input, value }: Spending,
  program: Uint8Array,
): ScriptFault | undefined {
  if (input.witness.length === 0) return scriptFaults.programEmpty;
  const [signature, publicKey, ...rest] = input.witness;
  if (signature === undefined || publicKey === undefined || rest.length > 0)
    return scriptFaults.programMismatch;
  const keyHash = program.subarray(2);
  if (!isEqual(crypto.hash160(publicKey), keyHash)) return scriptFaults.equalVerify;
  const code = payments.p2pkh({ hash: keyHash }).output;
  if (code === undefined) return scriptFaults.programMismatch;
  const hash = (hashType: number): Uint8Array =>
    tx.raw.hashForWitnessV0(index, code, value, hashType);
  return checkEcdsa({ signature, publicKey, hash, isSegwit: true });
}

function verifyTaproot(
  { tx, index, input, spent }: Spending,
  key: Uint8Array,
): ScriptFault | undefined {
  const last = input.witness[input.witness.length - 1];
  if (last === undefined) return scriptFaults.programEmpty;
  const annex = input.witness.length > 1 && last[0] === 0x50 ? last : undefined;
  const [signature, ...rest] = annex === undefined ? input.witness : input.witness.slice(0, -1);
  if (signature === undefined) return scriptFaults.programEmpty;
  if (rest.length > 0) return scriptFaults.unsupported;
  return checkSchnorr(signature, key, (hashType) => {
    // A signature for one output exists only where there is that output.
    if ((hashType & 3) === 3 && index >= tx.outputs.length) return undefined;
    return tx.raw.hashForWitnessV1(
      index,
      spent.map(({ script }) => script),
      spent.map(({ value }) => value),
      hashType,
      undefined,
      annex,
    );
  });
}

/** Values that a script pushes; undefined when it does anything else, or pushes them at length. */
function readPushes(script: Uint8Array): readonly Uint8Array[] | undefined {
  const chunks = scripts.decompile(script);
  if (chunks === null || !isEqual(scripts.compile(chunks), script)) return undefined;
  const pushes = chunks.filter((chunk) => typeof chunk !== 'number');
  return pushes.length === chunks.length ? pushes : undefined;
}

function isEqual(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.from(one).equals(other);
}
