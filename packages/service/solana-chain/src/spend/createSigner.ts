import type { RelayIntent, SignedTransaction, TransactionIntent } from '@portage/core/chain';
import {
  readComputeUnitPrice,
  readTransaction,
  setComputeUnitLimit,
  setComputeUnitPrice,
  type Instruction,
} from '@portage/solana/transaction';
import { computeUnitLimit } from '../gas/computeUnits.js';
import type { Blockhash } from './createBlockhashes.js';
import type { Key } from './createKey.js';
import type { Payments } from './createPayments.js';
import { idleTransfer } from './idleTransfer.js';
import type { Sweep, Sweeps } from './createSweeps.js';
import { signInstructions, unsignedTransaction } from './signInstructions.js';
import { readStoredBytes, storedBytes } from './storedBytes.js';

/** Compute units of a transfer to oneself. */
const idleUnits = 1_000;
/** Sweeps of the same amounts differ in the compute units that they may use. */
const sweepSpread = 64n;
/** Transfers to oneself that are signed together differ in what they move. */
const idleSpread = 1_000n;

/** Sequence, blockhash and price of one transaction. */
export interface SigningTerms {
  readonly sequence: bigint;
  readonly blockhash: Blockhash;
  /** Micro-lamports for each compute unit. */
  readonly price: bigint;
}

/** Signs transactions with the solver's key, and sweeps with that of their address as well. */
export interface Signer {
  /** @throws PortageError `UNSUPPORTED_FEATURE` for a call that is no sweep */
  intent(intent: TransactionIntent, terms: SigningTerms): Promise<SignedTransaction>;
  /** A transaction that changes nothing. */
  idle(terms: SigningTerms): SignedTransaction;
  /**
   * Bytes of a sweep that nobody has signed, for a simulation. @throws PortageError
   * `UNSUPPORTED_FEATURE` for a call that is no sweep
   */
  unsigned(intent: RelayIntent, terms: SigningTerms): Uint8Array;
}

/** Signs payments, sweeps and idle transfers. */
export function createSigner(solver: Key, payments: Payments, sweeps: Sweeps): Signer {
  const sign = (
    keys: readonly [Key, ...Key[]],
    instructions: readonly Instruction[],
    { sequence, blockhash }: SigningTerms,
  ): SignedTransaction => {
    const { txId, transaction } = signInstructions(keys, instructions, blockhash.blockhash);
    return {
      txId,
      raw: storedBytes(transaction, blockhash.lastValidBlockHeight),
      sender: solver.address,
      sequence,
    };
  };
  const sweepOf = (intent: RelayIntent, { sequence, price }: SigningTerms): Sweep => {
    const { key, instructions } = sweeps(intent);
    const units = intent.gasLimit + Number(sequence % sweepSpread);
    return { key, instructions: [...computeBudget(units, price), ...instructions] };
  };
  return {
    intent: async (intent, terms) => {
      if (intent.type === 'relay') {
        const { key, instructions } = sweepOf(intent, terms);
        return sign([solver, key], instructions, terms);
      }
      const at = { time: terms.blockhash.time, sequence: terms.sequence };
      const budget = computeBudget(computeUnitLimit(intent), terms.price);
      const { instructions, authorization } = await payments(intent, at);
      const signed = sign([solver], [...budget, ...instructions], terms);
      return authorization === undefined ? signed : { ...signed, authorization };
    },
    idle: (terms) => {
      const idle = idleTransfer(solver.address, terms.sequence % idleSpread);
      return sign([solver], [...computeBudget(idleUnits, terms.price), idle], terms);
    },
    unsigned: (intent, terms) =>
      unsignedTransaction(
        solver.address,
        sweepOf(intent, terms).instructions,
        terms.blockhash.blockhash,
      ),
  };
}

/** Price of a compute unit that a signed transaction offers, in micro-lamports. */
export function offeredPrice({ raw }: SignedTransaction): bigint {
  const instructions =
    readTransaction(readStoredBytes(raw).transaction)?.message.instructions ?? [];
  return instructions.map(readComputeUnitPrice).find((price) => price !== undefined) ?? 0n;
}

function computeBudget(units: number, price: bigint): readonly Instruction[] {
  return [setComputeUnitLimit(units), ...(price === 0n ? [] : [setComputeUnitPrice(price)])];
}
