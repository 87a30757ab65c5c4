import { PortageError } from '@portage/core';
import { script as scripts, Transaction, type Psbt } from 'bitcoinjs-lib';
import { isSameBytes } from '../address/isSameBytes.js';
import { lockScript, readLock, type Lock } from '../address/scriptKind.js';
import { openCurve } from '../transaction/curve.js';
import { hash160 } from '../address/hash.js';
import { nestedScript } from '../transaction/keys.js';
import { parsePsbt, type PsbtInput } from '../transaction/readPsbt.js';

/** A signed transaction, ready to be sent. */
export interface SignedTransaction {
  readonly txId: string;
  readonly hex: string;
}

/** The PSBT that a wallet was asked to sign, and the one that it gave back. */
export interface Signing {
  readonly asked: string;
  readonly signed: string;
  readonly inputs: readonly PsbtInput[];
}

const sighashAll = 1;

/**
 * The signed transaction: what was asked for with the signatures of the wallet, and nothing else of
 * what the wallet gave back. Every signature is checked.
 *
 * @throws PortageError `WALLET_ERROR`
 */
export function finalize({ asked, signed, inputs }: Signing): SignedTransaction {
  const ours = parsePsbt(asked);
  const theirs = parsePsbt(signed);
  if (ours === undefined || theirs === undefined) throw refused('gave back no PSBT');
  const unsigned = ours.data.getTransaction();
  if (!isSameBytes(unsigned, theirs.data.getTransaction()))
    throw refused('changed the transaction');
  const transaction = Transaction.fromBuffer(unsigned);
  const witnesses = inputs.map((input, place) => signatureOf(theirs, { input, place }));
  witnesses.forEach((parts, place) => {
    const input = inputs[place];
    const lock = input === undefined ? undefined : readLock(input.script);
    if (input === undefined || lock === undefined || parts === undefined)
      throw refused(`left input ${place} without a signature`);
    if (!isSigned({ transaction, place, inputs, lock }, parts))
      throw refused(`signed input ${place} with a wrong signature`);
  });
  // Nothing is filled in before everything is checked: hashes are those of the unsigned bytes.
  inputs.forEach(({ script }, place) => {
    const [signature, publicKey = new Uint8Array()] = witnesses[place] ?? [];
    const kind = readLock(script)?.kind;
    if (signature === undefined) return;
    if (kind === 'p2pkh')
      transaction.setInputScript(place, scripts.compile([signature, publicKey]));
    else transaction.setWitness(place, kind === 'p2tr' ? [signature] : [signature, publicKey]);
    if (kind === 'p2sh')
      transaction.setInputScript(place, scripts.compile([nestedScript(publicKey)]));
  });
  return { txId: transaction.getId(), hex: transaction.toHex() };
}

/** One input with its place. */
interface PlacedInput {
  readonly input: PsbtInput;
  readonly place: number;
}

/** Signature and public key of an input, final or not; of Taproot the signature alone. */
function signatureOf(
  { data }: Psbt,
  { input, place }: PlacedInput,
): readonly Uint8Array[] | undefined {
  const { tapKeySig, partialSig, finalScriptSig, finalScriptWitness } = data.inputs[place] ?? {};
  const kind = readLock(input.script)?.kind;
  if (kind === 'p2tr' && tapKeySig !== undefined) return [tapKeySig];
  const [part] = partialSig ?? [];
  if (kind !== 'p2tr' && part !== undefined) return [part.signature, part.pubkey];
  if (kind === 'p2pkh')
    return scripts
      .decompile(finalScriptSig ?? new Uint8Array())
      ?.filter((item) => typeof item !== 'number');
  return finalScriptWitness === undefined ? undefined : readWitness(finalScriptWitness);
}

/** Items of a witness; none of ours is longer than a byte can say. */
function readWitness(bytes: Uint8Array): readonly Uint8Array[] {
  const items: Uint8Array[] = [];
  for (let offset = 1; offset < bytes.length && items.length < 2;) {
    const length = bytes[offset] ?? 0;
    items.push(bytes.slice(offset + 1, offset + 1 + length));
    offset += 1 + length;
  }
  return items;
}

/** An input among all of a transaction. */
interface SignedInput {
  readonly transaction: Transaction;
  readonly place: number;
  readonly inputs: readonly PsbtInput[];
  readonly lock: Lock;
}

function isSigned(input: SignedInput, parts: readonly Uint8Array[]): boolean {
  const [signature, publicKey] = parts;
  if (signature === undefined) return false;
  if (input.lock.kind === 'p2tr') return isSchnorr(input, signature);
  if (publicKey === undefined || signature.at(-1) !== sighashAll) return false;
  return isEcdsa(input, { signature, publicKey });
}

function isSchnorr(
  { transaction, place, inputs, lock }: SignedInput,
  signature: Uint8Array,
): boolean {
  const type = signature.length === 64 ? 0 : sighashAll;
  if (signature.length !== 64 && (signature.length !== 65 || signature[64] !== type)) return false;
  const hash = transaction.hashForWitnessV1(
    place,
    inputs.map(({ script }) => script),
    inputs.map(({ value }) => value),
    type,
  );
  return openCurve().verifySchnorr(hash, lock.hash, signature.subarray(0, 64));
}

/** Signature over everything, and the key that made it. */
interface EcdsaSignature {
  readonly signature: Uint8Array;
  readonly publicKey: Uint8Array;
}

function isEcdsa(
  { transaction, place, inputs, lock }: SignedInput,
  { signature, publicKey }: EcdsaSignature,
): boolean {
  const keyHash = hash160(publicKey);
  const opened = lock.kind === 'p2sh' ? hash160(nestedScript(publicKey)) : keyHash;
  if (!isSameBytes(opened, lock.hash)) return false;
  const code = lockScript({ kind: 'p2pkh', hash: keyHash });
  const hash =
    lock.kind === 'p2pkh'
      ? transaction.hashForSignature(place, code, sighashAll)
      : transaction.hashForWitnessV0(place, code, inputs[place]?.value ?? 0n, sighashAll);
  try {
    // Strict: a high S is not passed on by nodes.
    const decoded = scripts.signature.decode(signature).signature;
    return openCurve().verify(hash, publicKey, decoded, true);
  } catch {
    return false; // The signature or the key is malformed.
  }
}

function refused(what: string): PortageError {
  return new PortageError('WALLET_ERROR', {
    message: `The wallet ${what}.`,
    hint: 'Nothing was sent.',
  });
}
