import { PortageError } from '@portage/core';
import type { SignedTransaction, TransactionIntent } from '@portage/core/chain';
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
import { signInstructions } from './signInstructions.js';
import { readStoredBytes, storedBytes } from './storedBytes.js';

/** Compute units of a transfer to oneself. */
const idleUnits = 1_000;
/** Transfers to oneself that are signed together differ in what they move. */
const idleSpread = 1_000n;

/** Sequence, blockhash and price of one transaction. */
export interface SigningTerms {
  readonly sequence: bigint;
  readonly blockhash: Blockhash;
  /** Micro-lamports for each compute unit. */
  readonly price: bigint;
}

/** Signs transactions with the solver's key. */
export interface Signer {
  /** @throws PortageError `UNSUPPORTED_FEATURE` for a call */
  intent(intent: TransactionIntent, terms: SigningTerms): SignedTransaction;
  /** A transaction that changes nothing. */
  idle(terms: SigningTerms): SignedTransaction;
}

/** Signs payments and idle transfers with the solver's key. */
export function createSigner(solver: Key, payments: Payments): Signer {
  const sign = (
    units: number,
    instructions: readonly Instruction[],
    { sequence, blockhash, price }: SigningTerms,
  ): SignedTransaction => {
    const { txId, transaction } = signInstructions(
      solver,
      [...computeBudget(units, price), ...instructions],
      blockhash.blockhash,
    );
    return {
      txId,
      raw: storedBytes(transaction, blockhash.lastValidBlockHeight),
      sender: solver.address,
      sequence,
    };
  };
  return {
    intent: (intent, terms) => {
      if (intent.type === 'relay')
        throw new PortageError('UNSUPPORTED_FEATURE', {
          message: 'On Solana the solver makes no calls for others.',
        });
      const at = { time: terms.blockhash.time, sequence: terms.sequence };
      return sign(computeUnitLimit(intent), payments(intent, at), terms);
    },
    idle: (terms) =>
      sign(idleUnits, [idleTransfer(solver.address, terms.sequence % idleSpread)], terms),
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
